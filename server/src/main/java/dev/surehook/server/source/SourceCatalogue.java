package dev.surehook.server.source;

import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.IntakeRules;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.source.WithoutId;
import dev.surehook.engine.source.WorkRules;
import dev.surehook.server.settings.ForwardSettings;
import dev.surehook.server.settings.ServerSettings;
import dev.surehook.server.settings.SourceSettings;
import dev.surehook.server.settings.SourceSettings.BodyKind;
import dev.surehook.server.start.BadStart;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.Verifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Makes sources from settings; each mistake is one line that names the source. */
public final class SourceCatalogue {
    /** They promise JSON, or their specification recommends it and nothing else is seen in practice. */
    private static final Set<String> JSON_PROVIDERS = Set.of("standard-webhooks", "svix");

    private final SourceSecrets secrets;
    private final ForwardTargets targets;

    /** @param forwardSecret asked for only when a source forwards in a form that needs it */
    public SourceCatalogue(Map<String, String> environment, Supplier<Secret> forwardSecret) {
        this.secrets = new SourceSecrets(environment);
        this.targets = new ForwardTargets(forwardSecret);
    }

    /** @throws BadStart with one line */
    public List<ConfiguredSource> of(ServerSettings settings) {
        if (settings.sources().isEmpty()) {
            throw BadStart.usage("no source is configured: add --source ycloud (or another provider), or sources in"
                    + " a file for --config");
        }
        List<ConfiguredSource> sources = new ArrayList<>();
        settings.sources().forEach((name, source) -> sources.add(configured(name, source)));
        return List.copyOf(sources);
    }

    private ConfiguredSource configured(String name, SourceSettings settings) {
        try {
            return source(name, settings);
        } catch (IllegalArgumentException e) {
            throw BadStart.usage("source " + name + ": " + e.getMessage());
        }
    }

    private ConfiguredSource source(String name, SourceSettings settings) {
        Provider provider = provider(name, settings);
        List<Secret> keys = secrets.of(name, settings);
        Duration tolerance = Optional.ofNullable(settings.tolerance()).orElse(provider.tolerance());
        Verifier verifier = Verifier.of(provider, keys, tolerance);
        Optional<ForwardSettings> forward = settings.forwarding();
        Source source = new Source(
                new SourceName(name), provider, verifier, intake(provider, settings), work(settings, forward));
        return new ConfiguredSource(
                source,
                forward.map(wanted -> targets.of(wanted, keys)),
                Optional.ofNullable(settings.publicUrl()),
                verifier.warnings());
    }

    private static Provider provider(String source, SourceSettings settings) {
        if (settings.scheme() != null) {
            return CustomProvider.of(settings.scheme());
        }
        String name = Optional.ofNullable(settings.provider()).orElse(source);
        if (name.equals(CustomProvider.NAME)) {
            throw new IllegalArgumentException(
                    "provider hmac needs a scheme: set scheme.header and what belongs to it");
        }
        return Providers.byName(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no provider \"" + name + "\"; known are "
                        + Providers.all().stream().map(Provider::name).collect(Collectors.joining(", "))
                        + ", and hmac with a scheme of your own"));
    }

    private static IntakeRules intake(Provider provider, SourceSettings settings) {
        boolean json = Optional.ofNullable(settings.body())
                .map(kind -> kind == BodyKind.JSON)
                .orElse(provider.identity().bodyMustBeJson() || JSON_PROVIDERS.contains(provider.name()));
        WithoutId withoutId = Optional.ofNullable(settings.withoutId())
                .orElse(provider.identity().idRequired() ? WithoutId.REFUSE : WithoutId.BODY_HASH);
        return new IntakeRules(
                (int) Math.min(settings.maxBodySize().toBytes(), Integer.MAX_VALUE),
                settings.signedForm(),
                json,
                withoutId,
                settings.types(),
                settings.forwarding().isPresent() ? Optional.empty() : Optional.of("no forward URL is configured"));
    }

    private static WorkRules work(SourceSettings settings, Optional<ForwardSettings> forward) {
        List<Duration> delays = Optional.ofNullable(settings.retry()).orElse(RetrySchedule.STANDARD.delays());
        return new WorkRules(
                new RetrySchedule(delays, settings.jitter()),
                settings.concurrency(),
                forward.map(ForwardSettings::timeout).orElse(Duration.ofSeconds(10)),
                settings.retention());
    }
}
