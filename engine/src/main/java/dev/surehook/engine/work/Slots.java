package dev.surehook.engine.work;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many attempts run at once, and how many are claimed for them.
 *
 * <p>While attempts are short, as many events again are claimed ahead as there are slots: a claim is a durable commit, and
 * short attempts would spend their time waiting for the next one. Attempts that take long are never waited for in a
 * queue: then only what has a slot is claimed.
 */
final class Slots {
    private static final long SHORT_NANOS = Duration.ofMillis(250).toNanos();
    /** New attempts count an eighth in the mean. */
    private static final int MEMORY = 8;

    private final int count;
    private final Semaphore free;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger claimed = new AtomicInteger();
    /** Long at first: the first attempts tell. */
    private volatile long meanNanos = 2 * SHORT_NANOS;

    Slots(int count) {
        this.count = count;
        this.free = new Semaphore(count);
    }

    private int ahead() {
        return meanNanos < SHORT_NANOS ? count : 0;
    }

    int inFlight() {
        return count - free.availablePermits();
    }

    /** How many to claim now; 0 while so many are claimed already that a claim would be a small one. */
    int room() {
        int ahead = ahead();
        int room = Math.max(0, count + ahead - claimed.get());
        return room < ahead / 2 ? 0 : room;
    }

    void claimed() {
        claimed.incrementAndGet();
    }

    void released() {
        claimed.decrementAndGet();
    }

    /**
     * Runs work in a slot: at once where one is free, else as soon as one is. A thread that has a slot goes on with what
     * waits, so that short attempts do not cost a change of threads each.
     *
     * @throws RejectedExecutionException when the workers take nothing any more; then the work does not run
     * @throws OutOfMemoryError when the system gives no more threads; then the work does not run
     */
    void run(Executor workers, Runnable work) {
        waiting.add(work);
        if (free.tryAcquire()) {
            try {
                workers.execute(this::workOff);
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                free.release();
                if (waiting.remove(work)) {
                    throw e;
                }
            }
        }
    }

    private void workOff() {
        do {
            try {
                for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
                    // What the attempt before left behind, or was told when the process stops, is not meant for this
                    // one.
                    Thread.interrupted();
                    next.run();
                }
            } finally {
                free.release();
            }
            // What was added just before the slot was given back found none free.
        } while (!waiting.isEmpty() && free.tryAcquire());
    }

    /** An attempt took so long. */
    void took(Duration took) {
        // Lost updates between threads do no harm: it is a mean.
        long mean = meanNanos;
        meanNanos = mean + (took.toNanos() - mean) / MEMORY;
    }
}
