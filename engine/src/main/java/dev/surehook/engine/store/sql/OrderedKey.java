package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.OrderKey;

/** A key in a lane; in the order in which transactions lock them, so that no two can wait for each other. */
record OrderedKey(int laneId, OrderKey value) implements Comparable<OrderedKey> {
    @Override
    public int compareTo(OrderedKey other) {
        int byLane = Integer.compare(laneId, other.laneId);
        return byLane == 0 ? value.compareTo(other.value) : byLane;
    }
}
