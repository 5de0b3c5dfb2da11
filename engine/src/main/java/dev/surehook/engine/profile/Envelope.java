package dev.surehook.engine.profile;

import java.time.Instant;

/**
 * How a published payload becomes the body that is sent. That is done once, when the event is published: every attempt
 * at every endpoint sends the same bytes. Thread-safe.
 */
public sealed interface Envelope permits JsonEnvelope, Envelope.Bare {
    /** The payload itself, byte for byte. */
    Envelope STANDARD = new Bare();

    /**
     * The body of an event.
     *
     * @return the caller must not change it; it may be the payload's own array
     * @throws UnfitEvent when the event cannot stand in this envelope
     */
    byte[] wrap(Content event);

    /**
     * What an envelope is made of.
     *
     * @param payload as the caller wrote it
     */
    record Content(String id, String type, Instant createdAt, String account, byte[] payload) {
        @Override
        public String toString() {
            return "event " + id + ", " + payload.length + " bytes";
        }
    }

    /** An event cannot be published under this profile. The message is one line that says why. */
    final class UnfitEvent extends RuntimeException {
        private static final long serialVersionUID = 1;

        UnfitEvent(String message) {
            super(message);
        }
    }

    /** No envelope at all. */
    record Bare() implements Envelope {
        @Override
        public byte[] wrap(Content event) {
            return event.payload();
        }
    }
}
