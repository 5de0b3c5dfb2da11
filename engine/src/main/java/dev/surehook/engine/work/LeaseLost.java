package dev.surehook.engine.work;

import dev.surehook.engine.event.Event;

/** An attempt took longer than its lease, and another worker has the event: what this one did must be rolled back. */
public final class LeaseLost extends RuntimeException {
    private static final long serialVersionUID = 1;

    LeaseLost(Event event) {
        super("the lease of " + event.ref() + " ended before the handler did, and another worker has the event");
    }
}
