package dev.surehook.engine.source;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The waits between attempts, each from the end of the attempt before. After the last wait's attempt fails the event is
 * parked, so {@code delays.size() + 1} attempts are made at most.
 *
 * @param jitter how far a wait may move to either side, as a fraction of it: 0.1 is plus or minus 10 %
 */
public record RetrySchedule(List<Duration> delays, double jitter) {

    /** YCloud's published schedule, which suits a receiver's own worker as well; moved by up to 10 %. */
    public static final RetrySchedule STANDARD = new RetrySchedule(
            List.of(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(30),
                    Duration.ofHours(1),
                    Duration.ofHours(2),
                    Duration.ofHours(2)),
            0.1);

    public RetrySchedule {
        delays = List.copyOf(delays);
        for (Duration delay : delays) {
            if (delay.isNegative() || delay.compareTo(Duration.ofDays(30)) > 0) {
                throw new IllegalArgumentException(
                        "a retry delay lies between 0 s and 30 days, not at " + delay.toMillis() / 1_000.0 + " s");
            }
        }
        if (!(jitter >= 0 && jitter < 1)) {
            throw new IllegalArgumentException("jitter lies between 0 and 1 (1 excluded), not at " + jitter);
        }
    }

    public int maxAttempts() {
        return delays.size() + 1;
    }

    /** The wait after attempt {@code attempt} (the first is 1), or nothing when it was the last one. */
    public Optional<Duration> delayAfter(int attempt, RandomGenerator random) {
        if (attempt > delays.size()) {
            return Optional.empty();
        }
        Duration delay = delays.get(attempt - 1);
        double factor = 1 + jitter * (2 * random.nextDouble() - 1);
        return Optional.of(Duration.ofMillis(Math.round(delay.toMillis() * factor)));
    }
}
