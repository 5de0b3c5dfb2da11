package dev.surehook.engine.store.sql;

/** A key's row of surehook_order_key, locked by the transaction that holds this. */
final class KeyQueue {
    /** No event is at the head: the row was made by this transaction, and goes with it unless one comes. */
    static final long NOBODY = 0;

    private final OrderedKey key;
    private long head;
    private long nextPlace;

    KeyQueue(OrderedKey key, long head, long nextPlace) {
        this.key = key;
        this.head = head;
        this.nextPlace = nextPlace;
    }

    OrderedKey key() {
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
}
