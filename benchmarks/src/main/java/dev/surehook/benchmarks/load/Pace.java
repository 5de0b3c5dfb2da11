package dev.surehook.benchmarks.load;

/** Decides when requests are due. Times are {@link System#nanoTime()} values. */
sealed interface Pace {

    long NOTHING_DUE = Long.MIN_VALUE;

    /** The longest wait when no request can be started. */
    long IDLE_NANOS = 20_000_000;

    /** The due time of the next request when it has come, else {@link #NOTHING_DUE}. */
    long takeDue(long now);

    /** How long there is nothing to start for sure, in nanoseconds. */
    long pause(long now);

    /** Whether a request that was due at {@code due} and was answered at {@code answered} counts. */
    boolean counts(long due, long answered);

    /** Closed loop: a free connection may always send. Answers are counted that come within the counted part. */
    record Closed(long countFrom, long end) implements Pace {

        @Override
        public long takeDue(long now) {
            return now < end ? now : NOTHING_DUE;
        }

        @Override
        public long pause(long now) {
            return IDLE_NANOS;
        }

        @Override
        public boolean counts(long due, long answered) {
            return answered >= countFrom && answered < end;
        }
    }

    /**
     * Open loop: requests are due at fixed times whatever the server does, and a request that had to wait for a free
     * connection keeps its due time. So a server that stalls is charged for all that it kept waiting.
     */
    final class Open implements Pace {

        private final long start;
        private final long countFrom;
        private final long end;
        private final double nanosPerRequest;
        private long next;

        Open(long start, long countFrom, long end, int rate) {
            this.start = start;
            this.countFrom = countFrom;
            this.end = end;
            this.nanosPerRequest = 1e9 / rate;
        }

        @Override
        public long takeDue(long now) {
            long due = nextDue();
            if (due > now || due >= end) {
                return NOTHING_DUE;
            }
            next++;
            return due;
        }

        @Override
        public long pause(long now) {
            return nextDue() >= end ? IDLE_NANOS : Math.max(0, nextDue() - now);
        }

        @Override
        public boolean counts(long due, long answered) {
            return due >= countFrom && due < end;
        }

        private long nextDue() {
            return start + (long) (next * nanosPerRequest);
        }
    }
}
