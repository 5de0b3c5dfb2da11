package dev.surehook.server.api;

import java.time.Instant;

/** The event is known, and its body was erased. */
final class Erased extends RuntimeException {
    private static final long serialVersionUID = 1;

    Erased(Instant when) {
        super("its payload was erased at " + when);
    }
}
