package dev.surehook.engine.work;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** Threads for work that blocks: virtual ones where the platform has them (JDK 21 and later), else pooled ones. */
public final class Threads {
    private Threads() {}

    /** An executor without a bound of its own; callers bound what they submit. */
    public static ExecutorService forBlockingWork(String name) {
        // By reflection, because the language level is 17. Before JDK 24 a virtual thread that waits inside
        // 'synchronized' (JDBC drivers do) pins its carrier, so they are used from 24 on.
        if (Runtime.version().feature() >= 24) {
            try {
                return (ExecutorService) Executors.class
                        .getMethod("newVirtualThreadPerTaskExecutor")
                        .invoke(null);
            } catch (IllegalAccessException | InvocationTargetException | NoSuchMethodException e) {
                throw new LinkageError("this Java has no virtual threads although its version says so", e);
            }
        }
        return Executors.newCachedThreadPool(daemons(name));
    }

    public static ThreadFactory daemons(String name) {
        AtomicLong count = new AtomicLong();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
