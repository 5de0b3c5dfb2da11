package dev.surehook.engine.delivery;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The hosts that have shown that they keep connections open. Looking whether a connection was closed costs a millisecond
 * of waiting before each request, and a server that has answered several on one does not close it without a word within
 * moments. One that does loses its name here with the attempt that found out. Thread-safe.
 */
final class SteadyHosts {
    /** How long a connection to such a host may have idled without being looked at. */
    static final Duration MOMENT = Duration.ofMillis(50);

    private static final int ANSWERS = 3;
    private static final int MOST_HOSTS = 10_000;

    private final Set<String> hosts = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_HOSTS;
        }
    }));

    boolean contains(String origin) {
        return hosts.contains(origin);
    }

    /** @param onThisConnection answers so far */
    void answered(String origin, long onThisConnection) {
        if (onThisConnection == ANSWERS) {
            hosts.add(origin);
        }
    }

    void failed(String origin) {
        hosts.remove(origin);
    }
}
