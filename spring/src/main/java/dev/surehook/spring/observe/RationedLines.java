package dev.surehook.spring.observe;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Lets one line of a kind through in each period and tells how many were held back. Kinds must be few. Thread-safe. */
final class RationedLines {
    private final long periodNanos;
    private final LongSupplier nanoTime;
    private final Consumer<String> lines;
    private final Map<String, Ration> rations = new ConcurrentHashMap<>();

    RationedLines(Duration period, LongSupplier nanoTime, Consumer<String> lines) {
        this.periodNanos = period.toNanos();
        this.nanoTime = nanoTime;
        this.lines = lines;
    }

    /** Whether the line was let through. */
    boolean line(String kind, Supplier<String> text) {
        long heldBack = rations.computeIfAbsent(kind, ignored -> new Ration()).take(nanoTime.getAsLong(), periodNanos);
        if (heldBack < 0) {
            return false;
        }
        lines.accept(heldBack == 0 ? text.get() : text.get() + " (and " + heldBack + " more since the last such line)");
        return true;
    }

    private static final class Ration {
        private boolean used;
        private long lastAt;
        private long heldBack;

        /** How many were held back before this one, or -1 when this one is. */
        private synchronized long take(long now, long periodNanos) {
            if (used && now - lastAt < periodNanos) {
                heldBack++;
                return -1;
            }
            long before = heldBack;
            used = true;
            lastAt = now;
            heldBack = 0;
            return before;
        }
    }
}
