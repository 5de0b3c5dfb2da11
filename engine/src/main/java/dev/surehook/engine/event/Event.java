package dev.surehook.engine.event;

import dev.surehook.signatures.Headers;
import java.time.Instant;

/**
 * A received event as it is kept: the exact body bytes and the headers they came with.
 *
 * @param id the provider's id, unique within the source
 * @param body the bytes as they were on the wire; empty once erased
 */
public record Event(SourceName source, String id, String type, Instant receivedAt, Headers headers, byte[] body) {

    public EventKey key() {
        return EventKey.of(source, id);
    }

    public EventRef ref() {
        return key().ref();
    }

    /** Never shows headers or body: they may hold secrets or personal data. */
    @Override
    public String toString() {
        return "Event[" + source + " " + ref() + ", " + body.length + " bytes]";
    }
}
