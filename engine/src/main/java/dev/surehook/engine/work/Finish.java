package dev.surehook.engine.work;

import java.time.Duration;
import java.time.Instant;

/**
 * The end of an attempt.
 *
 * @param detail for people, without payload or secrets; one line of 500 characters at most
 */
public record Finish(Lease lease, Instant startedAt, Duration took, Next next, String detail) {
    private static final int MAX_DETAIL = 500;

    public Finish {
        detail = OneLine.of(detail, MAX_DETAIL);
    }

    /** Whether the next event of its key may go on now. */
    public boolean letsGoOn() {
        return next instanceof Processed || (next instanceof Park park && park.letsGoOn());
    }

    /** What happens to the event now. */
    public sealed interface Next {
        /** The word in the attempt's history. */
        String outcome();
    }

    public record Processed() implements Next {
        @Override
        public String outcome() {
            return "processed";
        }
    }

    /**
     * Tried again after {@code delay}, counted by the store's clock from the moment of recording.
     *
     * @param counts how many of the attempts that the schedule allows it was: 0 for one that did not begin here, 2 where
     *     the schedule does not know of an event's first, since events are tried together first, and this one was alone
     */
    public record Retry(Duration delay, int counts) implements Next {
        public Retry(Duration delay) {
            this(delay, 1);
        }

        @Override
        public String outcome() {
            return "retry";
        }
    }

    /** @param letsGoOn whether the later events of its key go on without it */
    public record Park(String reason, boolean letsGoOn) implements Next {
        public Park {
            reason = OneLine.of(reason, MAX_DETAIL);
        }

        /** Holds up the later events of its key. */
        public Park(String reason) {
            this(reason, false);
        }

        @Override
        public String outcome() {
            return "parked";
        }
    }
}
