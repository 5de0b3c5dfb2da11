package dev.surehook.spring;

import dev.surehook.engine.work.SideBySide;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stops receiving and sending side by side when the application stops either: Spring would stop them one after the
 * other, and their graces would add up. Thread-safe.
 */
final class Shutdown {
    private final List<Runnable> parts = new CopyOnWriteArrayList<>();

    /** @param part does nothing when it is called again */
    void covers(Runnable part) {
        parts.add(part);
    }

    void run() {
        SideBySide.run(parts);
    }
}
