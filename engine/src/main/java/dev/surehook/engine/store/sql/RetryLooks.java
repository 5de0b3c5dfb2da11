package dev.surehook.engine.store.sql;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** When each lane's waiting retries were looked at. Thread-safe. */
final class RetryLooks {
    private static final long BETWEEN_NANOS = Duration.ofSeconds(1).toNanos();

    private final Map<Integer, Long> last = new ConcurrentHashMap<>();

    /** True once a second for each lane. */
    boolean isDue(int laneId) {
        long now = System.nanoTime();
        Long before = last.get(laneId);
        if (before != null && now - before < BETWEEN_NANOS) {
            return false;
        }
        last.put(laneId, now);
        return true;
    }
}
