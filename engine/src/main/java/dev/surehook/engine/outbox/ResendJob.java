package dev.surehook.engine.outbox;

import dev.surehook.engine.endpoint.AccountName;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Deliveries that are put back into their queues in the background.
 *
 * @param reason why it failed
 * @param by who wanted it, for people
 */
public record ResendJob(
        JobRef ref,
        AccountName account,
        ResendWish wish,
        State state,
        Optional<String> reason,
        Counts counts,
        Instant createdAt,
        Instant updatedAt,
        String by) {

    /** How far it is. */
    public enum State {
        RUNNING,
        /** Everything was looked at. That all was queued, or has arrived, is another matter. */
        DONE,
        /** Somebody stopped it; what it had queued before is sent. */
        CANCELLED,
        /** It could not go on. */
        FAILED;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What was done so far. What fits and is in none of the last three was queued.
     *
     * @param lookedAt deliveries, whether or not they fit
     * @param queued to be sent once more
     * @param waiting fit but for their state: they are on their way already
     * @param switchedOff fit, and nothing is sent to their endpoint
     * @param endpointGone fit, and their endpoint was deleted
     */
    public record Counts(long lookedAt, long queued, long waiting, long switchedOff, long endpointGone) {
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

        public Counts plus(Counts more) {
            return new Counts(
                    lookedAt + more.lookedAt,
                    queued + more.queued,
                    waiting + more.waiting,
                    switchedOff + more.switchedOff,
                    endpointGone + more.endpointGone);
        }
    }
}
