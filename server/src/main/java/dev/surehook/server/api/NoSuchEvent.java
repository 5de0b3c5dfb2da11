package dev.surehook.server.api;

/** No event has this reference. */
final class NoSuchEvent extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoSuchEvent() {
        super("there is no such event");
    }
}
