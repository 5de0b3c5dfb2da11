package dev.surehook.engine.store.sql;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * From which number on a lane's due work is looked for. On PostgreSQL finished rows stay in the index until a vacuum
 * may remove them, and a long transaction anywhere forbids that; a search from the beginning would step over all of them
 * each time. So it starts a little below the oldest row that was free at the last look. It is a hint: events are
 * committed out of the order of their numbers, leases end, other nodes replay; every few seconds the search starts from
 * the beginning. Thread-safe.
 */
final class LowWater {
    /** About two full batches of a commit: as many numbers as are usually given and not yet committed. */
    private static final long SLACK = 1_000;

    private static final long TRUSTED_NANOS = Duration.ofSeconds(5).toNanos();

    private final Map<Integer, Mark> marks = new ConcurrentHashMap<>();
    private final Set<Integer> inOrder = ConcurrentHashMap.newKeySet();

    /** Work with higher numbers only is looked for; 0 at first. */
    long of(int laneId) {
        Mark mark = marks.get(laneId);
        if (mark == null || System.nanoTime() - mark.fullLookAt > TRUSTED_NANOS) {
            return 0;
        }
        return mark.above;
    }

    /** A search above {@code from} found {@code oldest} as the first free row. */
    void found(int laneId, long from, long oldest) {
        if (inOrder.contains(laneId)) {
            return;
        }
        long above = Math.max(0, oldest - SLACK);
        marks.compute(laneId, (id, mark) -> {
            long fullLookAt = from == 0 || mark == null ? System.nanoTime() : mark.fullLookAt;
            return new Mark(above, fullLookAt);
        });
    }

    /** In a lane with an order older events become due after newer ones, all the time. */
    void neverFor(int laneId) {
        inOrder.add(laneId);
        marks.remove(laneId);
    }

    /** Rows may have come anywhere. */
    void forget() {
        marks.clear();
    }

    private record Mark(long above, long fullLookAt) {}
}
