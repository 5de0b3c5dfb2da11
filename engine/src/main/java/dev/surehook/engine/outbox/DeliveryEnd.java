package dev.surehook.engine.outbox;

import dev.surehook.engine.profile.SendingProfile.SuspensionRule;
import dev.surehook.engine.work.OneLine;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The end of an attempt of a delivery.
 *
 * @param took of the exchange
 * @param status that the endpoint answered, 0 for no answer
 * @param detail one line for people, of 500 characters at most
 * @param request what was sent: the URL and the headers, a line each
 * @param answer the beginning of the answer's body
 * @param suspension of the endpoint's profile
 */
public record DeliveryEnd(
        DueDelivery delivery,
        Instant startedAt,
        Duration took,
        Next next,
        int status,
        String detail,
        byte[] request,
        Optional<byte[]> answer,
        SuspensionRule suspension) {
    private static final int MOST_DETAIL = 500;

    public DeliveryEnd {
        detail = OneLine.of(detail, MOST_DETAIL);
    }

    /** What happens to the delivery now. */
    public sealed interface Next {
        /** The word in the attempt's history. */
        String outcome();
    }

    public record Delivered() implements Next {
        @Override
        public String outcome() {
            return "delivered";
        }
    }

    /**
     * Tried again.
     *
     * @param delay by the store's clock, from the moment of recording
     * @param counts whether the attempt was one of the schedule's, and says something of the endpoint; not when nothing
     *     could be sent for a reason of ours
     */
    public record Retry(Duration delay, boolean counts) implements Next {
        public Retry(Duration delay) {
            this(delay, true);
        }

        @Override
        public String outcome() {
            return "retry";
        }
    }

    /**
     * Given up.
     *
     * @param endpointGone the endpoint is switched off as well, and what waits for it is kept
     */
    public record Failed(String reason, boolean endpointGone) implements Next {
        public Failed {
            reason = OneLine.of(reason, MOST_DETAIL);
        }

        @Override
        public String outcome() {
            return "failed";
        }
    }

    /** Whether it says something bad of the endpoint. */
    public boolean isFailure() {
        return !(next instanceof Delivered);
    }
}
