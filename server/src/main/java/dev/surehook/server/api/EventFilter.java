package dev.surehook.server.api;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.store.EventLog.Query;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The filters of the event list, read from query parameters. A parameter that does not exist is refused: a mistyped
 * filter would select everything, and a replay of everything is not what was meant.
 */
record EventFilter(Query query, int limit) {
    private static final Set<String> KNOWN = Set.of("source", "state", "type", "since", "until", "limit", "cursor");
    private static final int DEFAULT_LIMIT = 50;
    private static final int PAGE_LIMIT = 500;

    /** For a page: at most 500 events. */
    static EventFilter page(Map<String, String> parameters) {
        return of(parameters, PAGE_LIMIT);
    }

    /** For a replay of many; {@code limit} may be larger than a page. */
    static EventFilter replay(Map<String, String> parameters) {
        if (parameters.containsKey("cursor")) {
            throw new BadRequest("cursor belongs to the list of events, not to a replay");
        }
        return of(parameters, 1_000_000);
    }

    private static EventFilter of(Map<String, String> parameters, int mostEvents) {
        for (String name : parameters.keySet()) {
            if (!KNOWN.contains(name)) {
                throw new BadRequest("there is no parameter " + OneWord.of(name) + "; known are "
                        + KNOWN.stream().sorted().collect(Collectors.joining(", ")));
            }
        }
        Values values = new Values(parameters);
        int limit = values.read("limit", Integer::parseInt, "a whole number").orElse(DEFAULT_LIMIT);
        if (limit < 1 || limit > mostEvents) {
            throw new BadRequest("limit lies between 1 and " + mostEvents);
        }
        Query query = new Query(
                values.read("source", SourceName::new, "the name of a source"),
                values.read("state", EventFilter::state, "one of " + states()),
                values.read("type", Function.identity(), "a type"),
                values.read("since", Instant::parse, "a time such as 2026-01-31T08:00:00Z"),
                values.read("until", Instant::parse, "a time such as 2026-01-31T08:00:00Z"),
                values.read("cursor", Long::parseLong, "what next_cursor of the page before said")
                        .orElse(0L),
                Math.min(limit, PAGE_LIMIT));
        return new EventFilter(query, limit);
    }

    private static EventState state(String text) {
        return EventState.valueOf(text.toUpperCase(Locale.ROOT));
    }

    private static String states() {
        return Arrays.stream(EventState.values()).map(EventState::label).collect(Collectors.joining(", "));
    }

    /** Query parameters by name. */
    private record Values(Map<String, String> all) {
        <T> Optional<T> read(String name, Function<String, T> reader, String expected) {
            String text = all.get(name);
            if (text == null || text.isBlank()) {
                return Optional.empty();
            }
            try {
                return Optional.of(reader.apply(text.strip()));
            } catch (IllegalArgumentException | DateTimeParseException e) {
                throw new BadRequest(name + " must be " + expected);
            }
        }
    }
}
