package dev.surehook.engine.work;

import dev.surehook.engine.source.RetrySchedule;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** From the outcome of an attempt to what comes next. */
final class AttemptRule {
    /** A receiver may ask for a later time, within reason. */
    private static final Duration LONGEST_WISH = Duration.ofHours(24);

    /** Longer than versions usually run side by side. */
    private static final Duration LEFT_TO_OTHERS = Duration.ofHours(1);

    private static final Duration SOONEST_LOOK = Duration.ofSeconds(1);

    private AttemptRule() {}

    /** @param age of the event, since it was received */
    static Finish.Next next(EventHandler.Outcome outcome, Duration age, int attemptOfRun, RetrySchedule retries) {
        if (outcome instanceof EventHandler.Processed) {
            return new Finish.Processed();
        }
        if (outcome instanceof EventHandler.NotBegun) {
            return notBegun();
        }
        if (outcome instanceof EventHandler.NotHere notHere) {
            return age.compareTo(LEFT_TO_OTHERS) < 0
                    ? new Finish.Retry(nextLook(age), 0)
                    : next(new EventHandler.Failed(notHere.detail()), age, attemptOfRun, retries);
        }
        if (outcome instanceof EventHandler.Failed failed) {
            return retries.delayAfter(attemptOfRun, ThreadLocalRandom.current())
                    .<Finish.Next>map(delay -> new Finish.Retry(later(delay, failed.notBefore())))
                    .orElseGet(() -> new Finish.Park(
                            "gave up after " + attemptOfRun + " attempts; the last one: " + failed.detail()));
        }
        return new Finish.Park(outcome.detail());
    }

    static Finish.Next notBegun() {
        return new Finish.Retry(SOONEST_LOOK, 0);
    }

    /** After a batch that was not processed: alone, at once. */
    static Finish.Next alone() {
        return new Finish.Retry(Duration.ZERO);
    }

    /** Soon at first, then ever later: what waits for an hour has been looked at some sixty times. */
    private static Duration nextLook(Duration age) {
        Duration share = age.dividedBy(8);
        return share.compareTo(SOONEST_LOOK) < 0 ? SOONEST_LOOK : share;
    }

    private static Duration later(Duration delay, Duration wish) {
        Duration bounded = wish.compareTo(LONGEST_WISH) > 0 ? LONGEST_WISH : wish;
        return bounded.compareTo(delay) > 0 ? bounded : delay;
    }
}
