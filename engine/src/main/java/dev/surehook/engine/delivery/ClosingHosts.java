package dev.surehook.engine.delivery;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The hosts that closed a connection without a word, so that a request that was being written to it got no answer. For an
 * hour their connections are not used twice. Thread-safe.
 */
final class ClosingHosts {
    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final int MOST_HOSTS = 10_000;

    private final Map<String, Long> since = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST_HOSTS;
        }
    });

    void add(String origin) {
        since.put(origin, System.nanoTime());
    }

    boolean contains(String origin) {
        if (since.isEmpty()) {
            return false;
        }
        Long seen = since.get(origin);
        if (seen != null && System.nanoTime() - seen > HOUR) {
            since.remove(origin, seen);
            return false;
        }
        return seen != null;
    }
}
