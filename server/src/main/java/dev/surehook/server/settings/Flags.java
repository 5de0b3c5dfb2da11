package dev.surehook.server.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the command line says.
 *
 * @param values settings by full key; they win over everything else
 * @param sources sources by name, with a provider where one was given
 * @param forward where the events of these sources, and of others without a target of their own, go
 * @param forwardAs in which form
 */
public record Flags(
        Map<String, String> values,
        List<SourceFlag> sources,
        Optional<Path> configFile,
        Optional<String> forward,
        Optional<String> forwardAs) {

    public static final Flags NONE =
            new Flags(Map.of(), List.of(), Optional.empty(), Optional.empty(), Optional.empty());

    /** {@code NAME} or {@code NAME=PROVIDER}. */
    public record SourceFlag(String name, Optional<String> provider) {
        public static SourceFlag parse(String text) {
            int equals = text.indexOf('=');
            return equals < 0
                    ? new SourceFlag(text, Optional.empty())
                    : new SourceFlag(text.substring(0, equals), Optional.of(text.substring(equals + 1)));
        }
    }
}
