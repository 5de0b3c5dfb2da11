package dev.surehook.spring;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.work.Attempt;
import dev.surehook.signatures.Headers;
import java.time.Instant;

/**
 * A received event, as a handler sees it.
 *
 * @param id the provider's id; use it as the key of calls to other systems, which may see them more than once
 * @param ref Surehook's own reference, {@code evt_…}, by which the event is found and replayed
 * @param attempt which attempt this is over the event's whole life, from 1
 */
public record WebhookEvent(
        String id,
        String type,
        String source,
        Instant receivedAt,
        Headers headers,
        ExactBody body,
        int attempt,
        String ref) {

    static WebhookEvent of(Attempt attempt) {
        Event event = attempt.event();
        return new WebhookEvent(
                event.id(),
                event.type(),
                event.source().value(),
                event.receivedAt(),
                event.headers(),
                new ExactBody(event.body()),
                attempt.number(),
                event.ref().toString());
    }
}
