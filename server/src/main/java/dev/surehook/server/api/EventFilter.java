package dev.surehook.server.api;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.store.EventLog.Query;
import dev.surehook.engine.store.EventLog.Summary;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The filters of the event list, read from query parameters. A parameter that does not exist is refused: a mistyped
 * filter would select everything, and a replay of everything is not what was meant. An empty one is refused for the same
 * reason.
 *
 * @param id the provider's id; the query knows nothing of it
 */
record EventFilter(Query query, Optional<String> id, int limit) {
    private static final Set<String> KNOWN =
            Set.of("id", "source", "state", "type", "since", "until", "limit", "cursor");
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
        if (parameters.keySet().stream().allMatch("limit"::equals)) {
            throw new BadRequest("a replay of many needs a filter, state=parked for instance");
        }
        return of(parameters, 1_000_000);
    }

    private static EventFilter of(Map<String, String> parameters, int mostEvents) {
        QueryValues values = QueryValues.of(parameters, KNOWN);
        int limit = values.limit(mostEvents);
        Optional<String> id = values.read("id", Function.identity(), "a provider's id");
        if (id.isPresent() && parameters.containsKey("cursor")) {
            throw new BadRequest("what id selects fits on one page; leave cursor out");
        }
        Query query = new Query(
                values.read("source", SourceName::new, "the name of a source"),
                values.read("state", EventFilter::state, "one of " + states()),
                values.type(),
                values.time("since"),
                values.time("until"),
                values.read("cursor", Long::parseLong, "what next_cursor of the page before said")
                        .orElse(0L),
                Math.min(limit, PAGE_LIMIT));
        return new EventFilter(query, id, limit);
    }

    /** Whether an event is one that the query would select. */
    boolean selects(Summary event) {
        return query.source().map(event.source()::equals).orElse(true)
                && query.state().map(event.state()::equals).orElse(true)
                && query.type().map(event.type()::equals).orElse(true)
                && query.since()
                        .map(since -> !event.receivedAt().isBefore(since))
                        .orElse(true)
                && query.until().map(event.receivedAt()::isBefore).orElse(true);
    }

    private static EventState state(String text) {
        return EventState.valueOf(text.toUpperCase(Locale.ROOT));
    }

    private static String states() {
        return Arrays.stream(EventState.values()).map(EventState::label).collect(Collectors.joining(", "));
    }
}
