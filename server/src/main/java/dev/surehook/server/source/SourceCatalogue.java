package dev.surehook.server.source;

import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.IntakeRules;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.source.WorkRules;
import dev.surehook.server.settings.ForwardSettings;
import dev.surehook.server.settings.ServerSettings;
import dev.surehook.server.settings.SourceSettings;
import dev.surehook.server.start.BadStart;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.Verifier;
import dev.surehook.spring.source.ProviderRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes sources from settings; each mistake is one line that names the source. */
public final class SourceCatalogue {
    private final SourceSecrets secrets;
    private final ForwardTargets targets;

    /** @param forwardSecret asked for only when a source forwards in a form that needs it */
    public SourceCatalogue(Map<String, String> environment, Supplier<Secret> forwardSecret) {
        this.secrets = new SourceSecrets(environment);
        this.targets = new ForwardTargets(forwardSecret);
    }

    /** @throws BadStart with one line */
    public List<ConfiguredSource> of(ServerSettings settings) {
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
        Provider provider = ProviderRules.provider(name, settings.provider(), settings.scheme());
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

    private static IntakeRules intake(Provider provider, SourceSettings settings) {
        return new IntakeRules(
                (int) Math.min(settings.maxBodySize().toBytes(), Integer.MAX_VALUE),
                settings.signedForm(),
                ProviderRules.requiresJson(provider, settings.body()),
                ProviderRules.withoutId(provider, settings.withoutId()),
                settings.types(),
                List.of(),
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
