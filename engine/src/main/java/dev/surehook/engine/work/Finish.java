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

    /** Tried again after {@code delay}, counted by the store's clock from the moment of recording. */
    public record Retry(Duration delay) implements Next {
        @Override
        public String outcome() {
            return "retry";
        }
    }

    public record Park(String reason) implements Next {
        public Park {
            reason = OneLine.of(reason, MAX_DETAIL);
        }

        @Override
        public String outcome() {
            return "parked";
        }
    }
}
