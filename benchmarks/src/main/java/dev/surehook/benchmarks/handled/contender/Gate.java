package dev.surehook.benchmarks.handled.contender;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Holds work back that has already been given to a thread. */
public final class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    private boolean closed;

    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    public void open() {
        lock.lock();
        try {
            closed = false;
            opened.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The same work, which waits while the gate is closed. */
    public Runnable behind(Runnable work) {
        return () -> {
            pass();
            work.run();
        };
    }

    private void pass() {
        lock.lock();
        try {
            while (closed) {
                opened.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }
}
