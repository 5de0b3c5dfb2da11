package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.OrderKey;

/** A key's row of surehook_order_key, locked by the transaction that holds this. */
final class KeyQueue {
    /** No event is at the head: the row was made by this transaction, and goes with it unless one comes. */
    static final long NOBODY = 0;

    private final Key key;
    private long head;
    private long nextPlace;

    KeyQueue(Key key, long head, long nextPlace) {
        this.key = key;
        this.head = head;
        this.nextPlace = nextPlace;
    }

    Key key() {
        return key;
    }

    long head() {
        return head;
    }

    long nextPlace() {
        return nextPlace;
    }

    /** Makes {@code id} the head where there is none; true when it is the head now. */
    boolean lead(long id) {
        if (head == NOBODY) {
            head = id;
        }
        return head == id;
    }

    long takePlace() {
        return nextPlace++;
    }

    /** A key in a lane; in the order in which transactions lock them, so that no two can wait for each other. */
    record Key(int laneId, OrderKey value) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byLane = Integer.compare(laneId, other.laneId);
            return byLane == 0 ? value.compareTo(other.value) : byLane;
        }
    }
}
