package dev.surehook.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What a node has said. Guarded by itself; whoever waits wakes with every line. */
final class Heard {
    private final List<String> accepted = new ArrayList<>();
    private final List<String> duplicates = new ArrayList<>();
    private final Set<String> unavailable = new HashSet<>();
    private final List<String> done = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private List<String> reached = List.of();
    private boolean hasReached;
    private boolean ready;
    private boolean idle;
    private boolean ended;

    synchronized void line(String line) {
        int space = line.indexOf(' ');
        String word = space < 0 ? line : line.substring(0, space);
        String rest = line.substring(space + 1);
        switch (word) {
            case "ready" -> ready = true;
            case "idle" -> idle = true;
            case "accepted" -> accepted.add(rest);
            case "duplicate" -> duplicates.add(rest);
            case "unavailable" -> unavailable.add(rest);
            case "done" -> done.add(rest);
            case "lost" -> lost.add(rest);
            case "reached" -> {
                hasReached = true;
                reached = rest.isEmpty() ? List.of() : List.of(rest.split(",", -1));
            }
            default -> throw new IllegalStateException("a node says " + line);
        }
        notifyAll();
    }

    synchronized void end() {
        ended = true;
        notifyAll();
    }

    synchronized List<String> accepted() {
        return List.copyOf(accepted);
    }

    synchronized List<String> duplicates() {
        return List.copyOf(duplicates);
    }

    synchronized Set<String> acknowledged() {
        Set<String> all = new HashSet<>(accepted);
        all.addAll(duplicates);
        return all;
    }

    /** Requests that were not taken, since the last call. */
    synchronized Set<String> takeUnavailable() {
        Set<String> all = Set.copyOf(unavailable);
        unavailable.clear();
        return all;
    }

    synchronized List<String> done() {
        return List.copyOf(done);
    }

    synchronized List<String> lost() {
        return List.copyOf(lost);
    }

    /** The events in hand at the fail-point. */
    synchronized List<String> reached() {
        return reached;
    }

    /** Whether it came to its fail-point, with whatever in hand. */
    synchronized boolean hasReached() {
        return hasReached;
    }

    synchronized boolean ready() {
        return ready;
    }

    synchronized boolean idle() {
        return idle;
    }

    /** Answers and finished events so far. */
    synchronized int progress() {
        return accepted.size() + duplicates.size() + done.size();
    }

    synchronized int answers() {
        return accepted.size() + duplicates.size() + unavailable.size();
    }

    synchronized boolean ended() {
        return ended;
    }

    /** Waits for a condition; a node that ends before fails the test with {@code evidence}. */
    synchronized void await(String what, Duration patience, Predicate<Heard> condition, Supplier<String> evidence) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!condition.test(this)) {
            long left = deadline - System.nanoTime();
            assertThat(!ended && left > 0)
                    .as(() -> what + " (ended: " + ended + ")\n" + evidence.get())
                    .isTrue();
            try {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(what, e);
            }
        }
    }
}
