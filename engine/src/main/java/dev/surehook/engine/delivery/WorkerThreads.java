package dev.surehook.engine.delivery;

import dev.surehook.engine.work.Threads;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads that mostly wait: virtual ones where this Java has them, others below 21. */
final class WorkerThreads {
    private WorkerThreads() {}

    /** At most {@code most} threads, which end when there is nothing to do; tasks beyond that wait in line. */
    static ThreadPoolExecutor pool(int most, String name) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(most, most, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    static ThreadFactory factory(String name) {
        try {
            // By name, because the language level is 17.
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Method named = type.getMethod("name", String.class, long.class);
            return (ThreadFactory) type.getMethod("factory").invoke(named.invoke(builder, name + "-", 1L));
        } catch (NoSuchMethodException e) {
            return Threads.daemons(name);
        } catch (ClassNotFoundException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("virtual threads cannot be had", e);
        }
    }
}
