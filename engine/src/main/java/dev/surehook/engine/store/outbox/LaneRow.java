package dev.surehook.engine.store.outbox;

import dev.surehook.engine.profile.SendingProfile.SuspensionRule;
import java.time.Duration;

/**
 * An endpoint's lane as the database has it. Times are milliseconds since 1970, 0 for none; {@link #NEVER} is no time at
 * all.
 *
 * @param nextDue when somebody should look into the queue
 * @param hold whether nothing is sent, and why
 * @param restUntil until when an endpoint in order waits for the next attempt of its first delivery
 * @param failures attempts in a row that failed
 * @param rests suspensions in a row without a success between
 * @param tat the time, in microseconds since 1970, up to which the rate is used up
 */
record LaneRow(
        long endpoint,
        long nextDue,
        int slots,
        int perSecond,
        boolean inOrder,
        Hold hold,
        long pausedUntil,
        long suspendedUntil,
        long restUntil,
        int failures,
        int rests,
        long tat) {
    static final long NEVER = Long.MAX_VALUE;

    private static final int MOST_DOUBLINGS = 20;

    /** When something may be sent that is due at {@code due}. */
    long wake(long due) {
        return held() ? NEVER : Math.max(Math.max(due, pausedUntil), Math.max(suspendedUntil, restUntil));
    }

    /** After a suspension one attempt at a time finds out whether it is over. */
    int room() {
        return rests > 0 || inOrder ? 1 : slots;
    }

    LaneRow nextDue(long due) {
        return new LaneRow(
                endpoint,
                due,
                slots,
                perSecond,
                inOrder,
                hold,
                pausedUntil,
                suspendedUntil,
                restUntil,
                failures,
                rests,
                tat);
    }

    LaneRow used(long newTat) {
        return new LaneRow(
                endpoint,
                nextDue,
                slots,
                perSecond,
                inOrder,
                hold,
                pausedUntil,
                suspendedUntil,
                restUntil,
                failures,
                rests,
                newTat);
    }

    LaneRow restUntil(long time) {
        return new LaneRow(
                endpoint,
                nextDue,
                slots,
                perSecond,
                inOrder,
                hold,
                pausedUntil,
                suspendedUntil,
                time,
                failures,
                rests,
                tat);
    }

    boolean held() {
        return hold != Hold.NONE;
    }

    LaneRow held(Hold why) {
        return new LaneRow(
                endpoint,
                NEVER,
                slots,
                perSecond,
                inOrder,
                why,
                pausedUntil,
                suspendedUntil,
                restUntil,
                failures,
                rests,
                tat);
    }

    LaneRow succeeded() {
        return new LaneRow(endpoint, nextDue, slots, perSecond, inOrder, hold, pausedUntil, 0, restUntil, 0, 0, tat);
    }

    /** Counts a failure; a probe that fails, or the last of too many in a row, suspends the lane. */
    LaneRow failed(SuspensionRule rule, long now) {
        int inARow = failures + 1;
        boolean suspends =
                rule.failuresInARow() > 0 && now >= suspendedUntil && (rests > 0 || inARow >= rule.failuresInARow());
        if (!suspends) {
            return new LaneRow(
                    endpoint,
                    nextDue,
                    slots,
                    perSecond,
                    inOrder,
                    hold,
                    pausedUntil,
                    suspendedUntil,
                    restUntil,
                    inARow,
                    rests,
                    tat);
        }
        return new LaneRow(
                endpoint,
                nextDue,
                slots,
                perSecond,
                inOrder,
                hold,
                pausedUntil,
                now + length(rule).toMillis(),
                restUntil,
                0,
                rests + 1,
                tat);
    }

    private Duration length(SuspensionRule rule) {
        Duration length = rule.first().multipliedBy(1L << Math.min(rests, MOST_DOUBLINGS));
        return length.compareTo(rule.longest()) > 0 ? rule.longest() : length;
    }
}
