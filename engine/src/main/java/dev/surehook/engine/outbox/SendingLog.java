package dev.surehook.engine.outbox;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.event.EventRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Looking at published events and deliveries, and steering them. What is another account's is not there. */
public interface SendingLog {
    /** Newest first, stable while events are published. */
    Page<Event> events(AccountName account, Filter filter);

    Optional<EventDetail> event(AccountName account, EventRef ref);

    /** By event, newest first. */
    Page<Delivery> deliveries(AccountName account, Filter filter);

    Optional<DeliveryDetail> delivery(AccountName account, DeliveryRef ref);

    /** The attempts that are under way to an endpoint; none when the account has no such endpoint. */
    Set<UnderWay> underWay(AccountName account, EndpointRef endpoint);

    /** An attempt by its delivery and number. */
    record UnderWay(DeliveryRef delivery, int attempt) {}

    /**
     * Sends a delivery that is in no queue once more, whatever became of it: same id, same bytes, attempts go on counting.
     *
     * @param used how many attempts of the schedule count as made: 0 for a whole new run
     */
    Resend resend(AccountName account, DeliveryRef ref, int used);

    /** Takes a delivery out of its queue for good. */
    Cancel cancel(AccountName account, DeliveryRef ref, String reason);

    /** What became of a wish to resend. */
    enum Resend {
        QUEUED,
        /** It stands in the queue already. */
        WAITING,
        /** It was cancelled for good when its endpoint was edited. */
        WITHDRAWN,
        /** Its endpoint is switched off. */
        SWITCHED_OFF,
        /** Its endpoint was deleted. */
        ENDPOINT_GONE,
        NOT_FOUND
    }

    /** What became of a wish to cancel. */
    enum Cancel {
        CANCELLED,
        /** An attempt is under way. */
        SENDING,
        /** It stands in no queue. */
        OVER,
        NOT_FOUND
    }

    /**
     * @param cursor the {@link Page#next} of the page before; empty for the newest
     * @param limit 1 to 500
     */
    record Filter(
            Optional<EndpointRef> endpoint,
            Optional<DeliveryState> state,
            Optional<String> type,
            Optional<Instant> since,
            Optional<Instant> until,
            Optional<String> cursor,
            int limit) {
        public static final int MOST = 500;

        public Filter {
            if (limit < 1 || limit > MOST) {
                throw new IllegalArgumentException("limit lies between 1 and " + MOST + ", not at " + limit);
            }
        }

        public static Filter newest(int limit) {
            return new Filter(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    limit);
        }

        public Filter in(DeliveryState wanted) {
            return new Filter(endpoint, Optional.of(wanted), type, since, until, cursor, limit);
        }

        public Filter of(EndpointRef wanted) {
            return new Filter(Optional.of(wanted), state, type, since, until, cursor, limit);
        }

        public Filter from(String next) {
            return new Filter(endpoint, state, type, since, until, Optional.of(next), limit);
        }
    }

    /**
     * @param next the cursor of the next page; empty when this is the last. A page may hold fewer than its limit, or none,
     *     with more to come
     */
    record Page<T>(List<T> rows, Optional<String> next) {}

    /** @param id the publisher's */
    record Event(EventRef ref, String id, String type, Instant publishedAt, String contentType, int size) {}

    /** @param conflicts how often the id was published with other content */
    record EventDetail(Event event, byte[] body, List<Delivery> deliveries, int conflicts) {}

    /**
     * @param attempts begun so far
     * @param reason why the last attempt failed, or why it is not sent
     * @param nextAttemptAt while it stands in a queue
     */
    record Delivery(
            DeliveryRef ref,
            EndpointRef endpoint,
            EventRef event,
            String eventId,
            String type,
            Instant createdAt,
            DeliveryState state,
            int attempts,
            Optional<String> reason,
            Optional<Instant> nextAttemptAt) {}

    record DeliveryDetail(Delivery delivery, List<Attempt> attempts) {}

    /**
     * @param outcome {@code delivered}, {@code retry} or {@code failed}
     * @param status that was answered; 0 for no answer
     * @param request the URL and the headers that were sent, a line each
     * @param answer the beginning of the answer's body; empty when there was none
     */
    record Attempt(
            int number,
            Instant startedAt,
            Duration took,
            String outcome,
            int status,
            String detail,
            String request,
            byte[] answer) {}
}
