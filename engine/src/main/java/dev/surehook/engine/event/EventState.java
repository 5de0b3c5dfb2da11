package dev.surehook.engine.event;

import java.util.Locale;

/** What will happen to an event next. */
public enum EventState {
    /** Waits for a worker, or a worker has it. */
    READY,
    /** Waits until the earlier events of its key are done. */
    BLOCKED,
    /** An attempt failed; the next one has a time. */
    RETRYING,
    /** The work is done. */
    PROCESSED,
    /** Given up for now, with a reason, until somebody replays it. */
    PARKED,
    /** Stored, but nothing wants it; can be replayed when something does. */
    IGNORED;

    /** Whether it still has a place in the tables of work. */
    public boolean isWaiting() {
        return this != PROCESSED && this != IGNORED;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
