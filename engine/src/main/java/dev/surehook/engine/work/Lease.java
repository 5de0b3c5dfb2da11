package dev.surehook.engine.work;

import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.OrderKey;
import dev.surehook.engine.event.SourceName;
import java.util.Optional;

/**
 * The right to work on one event for a while.
 *
 * @param id the store's own number of the event
 * @param attempt how often the event was begun, this time included; it never repeats, so it is also the fencing number:
 *     whoever holds an older one cannot finish
 * @param budgetFrom the attempts made before the current run; a replay starts a new run
 * @param orderKey of an event that holds up the later ones of its key
 */
public record Lease(LaneKey lane, long id, int attempt, int budgetFrom, Optional<OrderKey> orderKey) {

    /** Of an event without an order, or whose key is not known yet. */
    public Lease(LaneKey lane, long id, int attempt, int budgetFrom) {
        this(lane, id, attempt, budgetFrom, Optional.empty());
    }

    public Lease of(Optional<OrderKey> key) {
        return key.equals(orderKey) ? this : new Lease(lane, id, attempt, budgetFrom, key);
    }

    public SourceName source() {
        return lane.source();
    }

    /** The attempt's number within the current run, from 1. */
    public int attemptOfRun() {
        return attempt - budgetFrom;
    }
}
