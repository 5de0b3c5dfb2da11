package dev.surehook.server.source;

import dev.surehook.engine.delivery.ForwardTarget;
import dev.surehook.engine.source.Source;
import dev.surehook.signatures.Provider;
import java.util.List;
import java.util.Optional;

/**
 * A source as it was configured.
 *
 * @param target where its events are forwarded to; empty when they are only kept
 * @param publicUrl the URL as senders call it, where it was set
 * @param warnings what the operator should hear at the start
 */
public record ConfiguredSource(
        Source source, Optional<ForwardTarget> target, Optional<String> publicUrl, List<String> warnings) {
    public ConfiguredSource {
        warnings = List.copyOf(warnings);
    }

    /** In which form its events are forwarded, as the setting calls it. */
    public Optional<String> forwardForm() {
        return target.map(forward -> forward.form().fold(() -> ForwardTargets.STANDARD, Provider::name));
    }
}
