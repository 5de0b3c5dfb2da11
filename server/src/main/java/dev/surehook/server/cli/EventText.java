package dev.surehook.server.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** How parts of an event read on a terminal. */
final class EventText {
    private static final Map<String, String> STYLES =
            Map.of("processed", "green", "retrying", "yellow", "parked", "red", "ignored", "faint");

    private EventText() {}

    /** A member as text; empty when it is absent or null. */
    static String text(JsonNode node, String name) {
        JsonNode value = node.path(name);
        return value.isValueNode() && !value.isNull() ? value.asString("") : "";
    }

    static Table.Cell state(JsonNode event) {
        String state = text(event, "state");
        return new Table.Cell(state, STYLES.getOrDefault(state, ""));
    }

    /** After how many attempts it rests or goes on, when, and why; empty when the first attempt was all. */
    static String outlook(JsonNode event) {
        long attempts = event.path("attempt_count").asLong(0);
        String next = text(event, "next_attempt_at");
        String reason = text(event, "reason");
        List<String> parts = new ArrayList<>();
        if (attempts > 1 || (attempts == 1 && !(next + reason).isEmpty())) {
            parts.add(Counted.of(attempts, "attempt"));
        }
        if (!next.isEmpty()) {
            parts.add("next " + time(next));
        }
        if (!reason.isEmpty()) {
            parts.add(reason);
        }
        return String.join(", ", parts);
    }

    /** Whole seconds in UTC. */
    static String time(String instant) {
        try {
            return Instant.parse(instant).truncatedTo(ChronoUnit.SECONDS).toString();
        } catch (DateTimeException other) {
            return instant;
        }
    }
}
