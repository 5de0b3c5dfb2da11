package dev.surehook.server.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.surehook.engine.outbox.SendingLog.Event;
import dev.surehook.engine.outbox.SendingLog.EventDetail;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A published event in a list.
 *
 * @param id the publisher's
 */
record PublishedView(String ref, String id, String type, Instant publishedAt, String contentType, int size) {

    static PublishedView of(Event event) {
        return new PublishedView(
                event.ref().value(), event.id(), event.type(), event.publishedAt(), event.contentType(), event.size());
    }

    record Page(List<PublishedView> events, @Nullable String nextCursor) {}

    /**
     * With its body and its deliveries.
     *
     * @param body Base64 of the exact bytes, when they are not UTF-8
     * @param bodyText the exact bytes as text, when they are
     * @param conflicts how often its id was published with other content
     */
    record DetailView(
            @JsonUnwrapped PublishedView summary,
            @Nullable String body,
            @Nullable String bodyText,
            int conflicts,
            List<DeliveryView> deliveries) {

        static DetailView of(EventDetail detail) {
            Optional<String> text = RequestBytes.text(detail.body());
            return new DetailView(
                    PublishedView.of(detail.event()),
                    text.isPresent() ? null : Base64.getEncoder().encodeToString(detail.body()),
                    text.orElse(null),
                    detail.conflicts(),
                    detail.deliveries().stream().map(DeliveryView::of).toList());
        }
    }
}
