package dev.surehook.engine.store.outbox;

import dev.surehook.engine.outbox.DeliveryRef;

/** A delivery in its endpoint's queue. Times are milliseconds since 1970. */
record QueueRow(DeliveryRef ref, long dueAt, int attempt, int budgetFrom, long busyUntil) {
    /** Of one whose attempt is under way and is the last, because its endpoint was edited: nothing takes it from there. */
    static final long LAST = Long.MAX_VALUE;

    boolean isLast() {
        return isLast(dueAt);
    }

    static boolean isLast(long dueAt) {
        return dueAt > LAST / 2;
    }

    long endpoint() {
        return ref.endpoint();
    }

    long event() {
        return ref.event();
    }

    /** With one more attempt, under way until then. */
    QueueRow begun(long until) {
        return new QueueRow(ref, dueAt, attempt + 1, budgetFrom, until);
    }
}
