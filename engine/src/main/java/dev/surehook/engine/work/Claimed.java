package dev.surehook.engine.work;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.source.WorkRules;

/**
 * An event and the lease to work on it.
 *
 * @param since {@link System#nanoTime()} when the lease began, or somewhat earlier
 */
public record Claimed(Lease lease, Event event, long since) {

    /** Whether the lease no longer leaves the time that an attempt may take. */
    boolean isTooLate() {
        return System.nanoTime() - since > WorkRules.LEASE_MARGIN.toNanos();
    }
}
