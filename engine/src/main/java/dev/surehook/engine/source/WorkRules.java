package dev.surehook.engine.source;

import java.time.Duration;

/**
 * How a source's events are worked off and kept.
 *
 * @param concurrency attempts at once, on each node
 * @param attemptTimeout the longest that one attempt takes; a lease outlives it
 * @param retention how long finished events and their attempts are kept
 */
public record WorkRules(RetrySchedule retries, int concurrency, Duration attemptTimeout, Duration retention) {
    public static final Duration DEFAULT_RETENTION = Duration.ofDays(90);

    private static final Duration MIN_LEASE = Duration.ofSeconds(30);
    /** A claimed event waits so long for a thread at the most, and then as long for the database. */
    public static final Duration PATIENCE = Duration.ofSeconds(7);

    /** A claimed event begins within this time, or not at all. */
    public static final Duration LEASE_MARGIN = PATIENCE.multipliedBy(2).plusSeconds(1);

    public WorkRules {
        if (concurrency < 1 || concurrency > 1_000) {
            throw new IllegalArgumentException("concurrency lies between 1 and 1000, not at " + concurrency);
        }
        if (attemptTimeout.isNegative() || attemptTimeout.isZero()) {
            throw new IllegalArgumentException("the attempt timeout must be longer than 0 s");
        }
        if (retention.compareTo(Duration.ofHours(1)) < 0) {
            throw new IllegalArgumentException(
                    "retention must be 1 hour at least, not " + retention.toMillis() / 1_000.0 + " s");
        }
    }

    /**
     * How long a claim lasts. Longer than the longest attempt, or two workers would have one event; short enough that a
     * killed worker's events are taken over within a minute.
     */
    public Duration lease() {
        Duration needed = attemptTimeout.plus(LEASE_MARGIN);
        return needed.compareTo(MIN_LEASE) > 0 ? needed : MIN_LEASE;
    }
}
