package dev.surehook.server.cli;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which events. */
final class FilterOptions {
    @Option(names = "--source", paramLabel = "NAME", description = "only events of this source")
    @Nullable
    String source;

    @Option(names = "--id", paramLabel = "ID", description = "only events with this id of their provider")
    @Nullable
    String id;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "only events in this state: ready, blocked, retrying, processed, parked or ignored")
    @Nullable
    String state;

    @Option(names = "--type", paramLabel = "TYPE", description = "only events of exactly this type")
    @Nullable
    String type;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = PointInTime.class,
            description = "only events received at or after, such as 2026-11-30T12:00:00Z, or how long ago, such as"
                    + " 30m, 1h or 7d")
    @Nullable
    Instant since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = PointInTime.class,
            description = "only events received before, written as for --since")
    @Nullable
    Instant until;

    Map<String, String> query() {
        Map<String, String> query = new LinkedHashMap<>();
        put(query, "id", id);
        put(query, "source", source);
        put(query, "state", state);
        put(query, "type", type);
        put(query, "since", since);
        put(query, "until", until);
        return query;
    }

    /** Whether no filter is given, or only a source. */
    boolean isNothingButSource() {
        return Set.of("source").containsAll(query().keySet());
    }

    private static void put(Map<String, String> query, String name, @Nullable Object value) {
        if (value != null) {
            query.put(name, value.toString());
        }
    }
}
