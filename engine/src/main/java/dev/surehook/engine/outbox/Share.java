package dev.surehook.engine.outbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Sees to it that slow endpoints have no more than their share of what may be under way at once: while they have it, they
 * are left out. Thread-safe.
 */
final class Share {
    /** Who takes longer counts as slow until an attempt is quicker. */
    private static final Duration SLOW = Duration.ofSeconds(5);

    private final int most;
    private final Set<Long> slow = new HashSet<>();
    private final Map<Long, Integer> underWay = new HashMap<>();

    /** @param most attempts of slow endpoints together */
    Share(int most) {
        this.most = most;
    }

    synchronized void begun(long endpoint) {
        underWay.merge(endpoint, 1, Integer::sum);
    }

    synchronized void ended(long endpoint, Duration took) {
        underWay.computeIfPresent(endpoint, (key, count) -> count == 1 ? null : count - 1);
        if (took.compareTo(SLOW) >= 0) {
            slow.add(endpoint);
        } else {
            slow.remove(endpoint);
        }
    }

    /** Endpoints that nothing should be begun for now. */
    synchronized Set<Long> tooSlow() {
        int taken = slow.stream()
                .mapToInt(endpoint -> underWay.getOrDefault(endpoint, 0))
                .sum();
        return taken < most ? Set.of() : Set.copyOf(slow);
    }
}
