package dev.surehook.testkit.webhook;

import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.work.Finish;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The attempts that ended, by event, and waiting for one. Thread-safe. */
final class SeenAttempts {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Map<EventRef, List<Finish>> attempts = new HashMap<>();

    synchronized void add(EventRef event, Finish finish) {
        attempts.computeIfAbsent(event, key -> new ArrayList<>()).add(finish);
        notifyAll();
    }

    /**
     * The first attempt that is wanted, which may have ended before.
     *
     * @param what for the error, when there is none in time
     */
    synchronized Finish await(EventRef event, Predicate<Finish> wanted, String what) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            List<Finish> seen = attempts.getOrDefault(event, List.of());
            Optional<Finish> found = seen.stream().filter(wanted).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
            if (left <= 0) {
                throw new AssertionError(
                        what + " within " + PATIENCE.toSeconds() + " s; the attempts that ended: " + seen);
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while waiting for event " + event, e);
            }
        }
    }
}
