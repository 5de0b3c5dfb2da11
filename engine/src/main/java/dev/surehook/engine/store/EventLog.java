package dev.surehook.engine.store;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.SourceName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looking at events and steering them. */
public interface EventLog {

    /** One page of events, newest first, stable while events arrive. */
    Page list(Query query);

    /** One event with its body, attempts and conflicts. */
    Optional<Detail> find(EventRef ref);

    /** The reference of the event that {@code source} knows as {@code eventId}, whether or not it is stored. */
    default EventRef refOf(SourceName source, String eventId) {
        return EventKey.of(source, eventId).ref();
    }

    /**
     * Works an event off again, whatever became of it; attempts go on counting and the retry budget starts anew. Where
     * events of its key are under way it is put at the end of their order, unless it is the one that they wait for.
     *
     * @return what happened
     */
    Replay replay(EventRef ref);

    /**
     * Replays up to {@code limit} events that {@code query} selects, oldest first.
     *
     * @return how many were put back to work
     */
    int replayAll(Query query, int limit);

    /**
     * Parks an event that waits, so that no further attempt is made until somebody replays it. Whoever parks an event gives
     * it up: the later ones of its key go on, also when it was parked before and held them up.
     *
     * @return false when it neither waited nor held up others
     */
    boolean park(EventRef ref, String reason);

    /**
     * Overwrites body and headers with nothing and parks waiting work. Id, times and attempts stay, so a repeat is still
     * a duplicate.
     *
     * @return false when there is no such event
     */
    boolean erase(EventRef ref);

    /** Per source: how many events are parked, and since when the oldest due event waits. */
    Map<SourceName, Backlog> backlog();

    /** What became of a wish to replay. */
    enum Replay {
        QUEUED,
        /** It is waiting or running already. */
        ALREADY_WAITING,
        /** Its body was erased. */
        ERASED,
        NOT_FOUND
    }

    /**
     * Which events, and from where.
     *
     * @param before the cursor: only events older than the one it names; 0 starts at the newest
     * @param limit events on a page, 1 to 500
     */
    record Query(
            Optional<SourceName> source,
            Optional<EventState> state,
            Optional<String> type,
            Optional<Instant> since,
            Optional<Instant> until,
            long before,
            int limit) {

        public Query {
            if (limit < 1 || limit > 500) {
                throw new IllegalArgumentException("limit lies between 1 and 500, not at " + limit);
            }
        }

        public static Query newest(int limit) {
            return new Query(
                    Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 0, limit);
        }

        public Query in(EventState wanted) {
            return new Query(source, Optional.of(wanted), type, since, until, before, limit);
        }

        public Query of(SourceName wanted) {
            return new Query(Optional.of(wanted), state, type, since, until, before, limit);
        }

        public Query limit(int most) {
            return new Query(source, state, type, since, until, before, most);
        }

        public Query before(long cursor) {
            return new Query(source, state, type, since, until, cursor, limit);
        }
    }

    /**
     * Events and the cursor of the next page; 0 when this is the last. Where what was looked for is rare among many, a page
     * may hold fewer than its limit, or none, with more to come.
     */
    record Page(List<Summary> events, long next) {}

    /**
     * An event without its body.
     *
     * @param reason why it is parked or ignored, or why the last attempt failed while it is retried
     * @param nextAttemptAt when it is tried again, where it waits
     */
    record Summary(
            EventRef ref,
            SourceName source,
            String id,
            String type,
            Instant receivedAt,
            int size,
            EventState state,
            int attempts,
            Optional<String> reason,
            Optional<Instant> nextAttemptAt) {}

    /**
     * An event with all that is known about it.
     *
     * @param sha256 of the body, hex
     */
    record Detail(
            Summary summary,
            Event event,
            String sha256,
            Optional<Instant> erasedAt,
            List<AttemptRow> attempts,
            List<Conflict> conflicts) {}

    /** One attempt as it is kept; {@code outcome} is {@code processed}, {@code retry} or {@code parked}. */
    record AttemptRow(int number, Instant startedAt, Duration took, String outcome, String detail) {}

    /** The same id came with another body: the SHA-256 (hex) of that body, when and how often. */
    record Conflict(String sha256, Instant firstAt, Instant lastAt, int times) {}

    /** A source's waiting work. */
    record Backlog(long parked, Optional<Instant> oldestDue) {}
}
