package dev.surehook.spring;

/** A payload is not what a handler's parameter asks for. Trying again is no use. */
@NonRetryable
public final class UnreadablePayload extends Exception {
    private static final long serialVersionUID = 1;

    /** @param message without the payload's contents */
    public UnreadablePayload(String message) {
        super(message);
    }
}
