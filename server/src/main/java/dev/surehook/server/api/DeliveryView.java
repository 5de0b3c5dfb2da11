package dev.surehook.server.api;

import dev.surehook.engine.outbox.SendingLog.Delivery;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A delivery in a list.
 *
 * @param event the reference of its event; {@code eventId} is the publisher's
 * @param reason why the last attempt failed, or why it is not sent
 */
record DeliveryView(
        String ref,
        String endpoint,
        String event,
        String eventId,
        String type,
        Instant createdAt,
        String state,
        int attemptCount,
        @Nullable String reason,
        @Nullable Instant nextAttemptAt) {

    static DeliveryView of(Delivery delivery) {
        return new DeliveryView(
                delivery.ref().toString(),
                delivery.endpoint().value(),
                delivery.event().value(),
                delivery.eventId(),
                delivery.type(),
                delivery.createdAt(),
                delivery.state().label(),
                delivery.attempts(),
                delivery.reason().orElse(null),
                delivery.nextAttemptAt().orElse(null));
    }

    record Page(List<DeliveryView> deliveries, @Nullable String nextCursor) {}
}
