package dev.surehook.server.http;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The web server's threads. After an answer Jetty asks for a thread that looks for the connection's next request; the
 * thread that answers is free to do that itself, which saves a change of threads for each request.
 */
final class HttpThreads extends QueuedThreadPool {
    /** Before virtual threads: as many requests as may wait for a commit at once, and some more. */
    private static final int PLATFORM_THREADS = 400;

    private final Answering answering;

    private HttpThreads(Answering answering, int max) {
        super(max, 8);
        this.answering = answering;
        setName("surehook-http");
    }

    static HttpThreads of(Answering answering) {
        // From 24 on a virtual thread that waits inside 'synchronized' no longer holds its carrier.
        if (Runtime.version().feature() < 24) {
            return new HttpThreads(answering, PLATFORM_THREADS);
        }
        HttpThreads threads = new HttpThreads(answering, 50);
        threads.setVirtualThreadsExecutor(virtualThreads());
        return threads;
    }

    @Override
    public void execute(Runnable task) {
        if (answering.isHere()) {
            task.run();
        } else {
            super.execute(task);
        }
    }

    /** For what may block. */
    Executor forBlocking() {
        Executor virtual = VirtualThreads.getVirtualThreadsExecutor(this);
        return virtual == null ? super::execute : virtual;
    }

    /** By reflection, because the language level is 17. */
    private static Executor virtualThreads() {
        try {
            return (Executor)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (IllegalAccessException | InvocationTargetException | NoSuchMethodException e) {
            throw new LinkageError("this Java has no virtual threads although its version says so", e);
        }
    }
}
