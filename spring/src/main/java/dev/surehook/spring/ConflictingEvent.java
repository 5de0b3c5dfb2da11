package dev.surehook.spring;

import dev.surehook.engine.event.EventRef;

/** An event was published before under the same id with other content; the first one stays. */
public final class ConflictingEvent extends RuntimeException {
    private static final long serialVersionUID = 1;

    ConflictingEvent(EventRef ref) {
        super("event " + ref + " was published before with other content: give each event an id of its own");
    }
}
