package dev.surehook.server.source;

import dev.surehook.engine.delivery.ForwardForm;
import dev.surehook.engine.delivery.ForwardTarget;
import dev.surehook.server.settings.ForwardSettings;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Makes forward targets from settings. */
final class ForwardTargets {
    static final String STANDARD = "standard";

    private final Supplier<Secret> forwardSecret;

    ForwardTargets(Supplier<Secret> forwardSecret) {
        this.forwardSecret = forwardSecret;
    }

    /**
     * @param sourceKeys what the source's provider signs with; a receiver that was made for it knows these
     * @throws IllegalArgumentException with one line
     */
    ForwardTarget of(ForwardSettings settings, List<Secret> sourceKeys) {
        if (settings.url().isBlank()) {
            throw new IllegalArgumentException("forward.url is missing: set where the events are to go");
        }
        ForwardForm form = form(settings.as());
        List<Secret> keys = form.fold(() -> List.of(forwardSecret.get()), provider -> sourceKeys);
        return new ForwardTarget(
                ForwardTarget.parseUrl(settings.url()), form, keys, settings.connectTimeout(), settings.timeout());
    }

    private static ForwardForm form(String as) {
        if (as.equals(STANDARD)) {
            return ForwardForm.surehook();
        }
        return Providers.byName(as)
                .map(ForwardForm::as)
                .orElseThrow(() -> new IllegalArgumentException("events cannot be forwarded as \"" + as
                        + "\"; known are standard, "
                        + Providers.all().stream().map(Provider::name).collect(Collectors.joining(", "))));
    }
}
