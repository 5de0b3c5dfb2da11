package dev.surehook.engine.work;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** Names for threads. */
public final class Threads {
    private Threads() {}

    /** Numbered threads that do not keep the process alive. */
    public static ThreadFactory daemons(String name) {
        AtomicLong count = new AtomicLong();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
