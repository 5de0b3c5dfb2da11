package dev.surehook.engine.work;

import dev.surehook.engine.source.RetrySchedule;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** From the outcome of an attempt to what comes next. */
final class AttemptRule {
    /** A receiver may ask for a later time, within reason. */
    private static final Duration LONGEST_WISH = Duration.ofHours(24);

    private AttemptRule() {}

    static Finish.Next next(EventHandler.Outcome outcome, int attemptOfRun, RetrySchedule retries) {
        if (outcome instanceof EventHandler.Processed) {
            return new Finish.Processed();
        }
        if (outcome instanceof EventHandler.Failed failed) {
            return retries.delayAfter(attemptOfRun, ThreadLocalRandom.current())
                    .<Finish.Next>map(delay -> new Finish.Retry(later(delay, failed.notBefore())))
                    .orElseGet(() -> new Finish.Park(
                            "gave up after " + attemptOfRun + " attempts; the last one: " + failed.detail()));
        }
        return new Finish.Park(outcome.detail());
    }

    /** After a batch that was not processed: alone, at once. */
    static Finish.Next alone() {
        return new Finish.Retry(Duration.ZERO);
    }

    private static Duration later(Duration delay, Duration wish) {
        Duration bounded = wish.compareTo(LONGEST_WISH) > 0 ? LONGEST_WISH : wish;
        return bounded.compareTo(delay) > 0 ? bounded : delay;
    }
}
