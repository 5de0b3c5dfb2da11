package dev.surehook.server.api;

/** The caller has to change the request; the message says how. */
final class BadRequest extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadRequest(String message) {
        super(message);
    }
}
