package dev.surehook.server.api;

import dev.surehook.engine.store.EventLog.Summary;
import dev.surehook.spring.observe.MissingWork;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event in a list. */
record EventView(
        String ref,
        String source,
        String id,
        String type,
        Instant receivedAt,
        int size,
        String state,
        int attemptCount,
        @Nullable String reason,
        @Nullable Instant nextAttemptAt) {

    static EventView of(Summary summary) {
        return new EventView(
                summary.ref().value(),
                summary.source().value(),
                summary.id(),
                summary.type(),
                summary.receivedAt(),
                summary.size(),
                summary.state().label(),
                summary.attempts(),
                summary.reason().orElse(MissingWork.lacksWork(summary) ? MissingWork.REASON : null),
                summary.nextAttemptAt().orElse(null));
    }

    /** Events, newest first, and where the next page begins. */
    record Page(List<EventView> events, @Nullable String nextCursor) {}
}
