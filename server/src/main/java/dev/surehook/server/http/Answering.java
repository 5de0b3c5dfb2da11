package dev.surehook.server.http;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.slf4j.LoggerFactory;

/**
 * Writes answers that became known on a thread that must not wait for sockets. One thread is enough: an answer is a
 * head without a body, and the socket takes it at once or later, without blocking.
 */
final class Answering extends AbstractLifeCycle {
    private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::work, "surehook-answer");
    private volatile boolean idle;

    Answering() {
        thread.setDaemon(true);
    }

    /** Whether this is the thread that answers. */
    boolean isHere() {
        return Thread.currentThread() == thread;
    }

    void later(Runnable answer) {
        queue.add(answer);
        if (idle) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    protected void doStart() {
        thread.start();
    }

    @Override
    protected void doStop() {
        LockSupport.unpark(thread);
    }

    private void work() {
        while (isRunning()) {
            Runnable answer = queue.poll();
            if (answer == null) {
                idle = true;
                if (queue.isEmpty() && isRunning()) {
                    LockSupport.park(this);
                }
                idle = false;
                continue;
            }
            try {
                answer.run();
            } catch (RuntimeException | Error e) {
                LoggerFactory.getLogger(Answering.class).error("an answer was not written by a defect", e);
            }
        }
    }
}
