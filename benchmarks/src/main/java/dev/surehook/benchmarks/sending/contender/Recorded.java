package dev.surehook.benchmarks.sending.contender;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts what is on record, and wakes who waits for a number of it. Thread-safe. */
final class Recorded {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition reached = lock.newCondition();
    private long total;
    private long wanted = Long.MAX_VALUE;

    void add() {
        lock.lock();
        try {
            total++;
            if (total >= wanted) {
                reached.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    long total() {
        lock.lock();
        try {
            return total;
        } finally {
            lock.unlock();
        }
    }

    /** @throws TimeoutException when it takes longer than {@code patience} */
    void await(long number, Duration patience) throws InterruptedException, TimeoutException {
        long left = patience.toNanos();
        lock.lock();
        try {
            wanted = number;
            while (total < number) {
                if (left <= 0) {
                    throw new TimeoutException(total + " of " + number + " on record after " + patience);
                }
                left = reached.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
