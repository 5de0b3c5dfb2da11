package dev.surehook.spring.source;

import dev.surehook.engine.source.WithoutId;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.Providers;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a source's settings mean, and what holds where they say nothing. */
public final class ProviderRules {
    /** They promise JSON, or their specification recommends it and nothing else is seen in practice. */
    private static final Set<String> JSON_PROVIDERS = Set.of("standard-webhooks", "svix");

    private ProviderRules() {}

    /**
     * @param name the provider's name; the source's own where it is absent
     * @throws IllegalArgumentException with one line that says what to change
     */
    public static Provider provider(String source, @Nullable String name, @Nullable SchemeSettings scheme) {
        if (scheme != null) {
            return CustomProvider.of(scheme);
        }
        String wanted = Optional.ofNullable(name).orElse(source);
        if (wanted.equals(CustomProvider.NAME)) {
            throw new IllegalArgumentException(
                    "provider hmac needs a scheme: set scheme.header and what belongs to it");
        }
        return Providers.byName(wanted)
                .orElseThrow(() -> new IllegalArgumentException("there is no provider \"" + wanted + "\"; known are "
                        + Providers.all().stream().map(Provider::name).collect(Collectors.joining(", "))
                        + ", and hmac with a scheme of your own"));
    }

    public static boolean requiresJson(Provider provider, @Nullable BodyKind wanted) {
        return wanted == null
                ? provider.identity().bodyMustBeJson() || JSON_PROVIDERS.contains(provider.name())
                : wanted == BodyKind.JSON;
    }

    public static WithoutId withoutId(Provider provider, @Nullable WithoutId wanted) {
        return Optional.ofNullable(wanted)
                .orElse(provider.identity().idRequired() ? WithoutId.REFUSE : WithoutId.BODY_HASH);
    }
}
