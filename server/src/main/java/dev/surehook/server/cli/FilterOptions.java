package dev.surehook.server.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which events. */
final class FilterOptions {
    @Option(names = "--source", paramLabel = "NAME", description = "only events of this source")
    @Nullable
    String source;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "only events in this state: ready, retrying, processed, parked or ignored")
    @Nullable
    String state;

    @Option(names = "--type", paramLabel = "TYPE", description = "only events of this type")
    @Nullable
    String type;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "only events received at or after, such as 2026-11-30T12:00:00Z")
    @Nullable
    String since;

    @Option(names = "--until", paramLabel = "TIME", description = "only events received before")
    @Nullable
    String until;

    Map<String, String> query() {
        Map<String, String> query = new LinkedHashMap<>();
        put(query, "source", source);
        put(query, "state", state);
        put(query, "type", type);
        put(query, "since", since);
        put(query, "until", until);
        return query;
    }

    private static void put(Map<String, String> query, String name, @Nullable String value) {
        if (value != null) {
            query.put(name, value);
        }
    }
}
