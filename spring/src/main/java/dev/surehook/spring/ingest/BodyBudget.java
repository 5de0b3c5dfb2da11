package dev.surehook.spring.ingest;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that bodies may take while they arrive, over all requests. Only bytes that have arrived count, so that
 * nobody can block others by announcing much and sending nothing. Thread-safe.
 */
public final class BodyBudget {
    private final long limit;
    private final AtomicLong taken = new AtomicLong();

    public BodyBudget(long limit) {
        this.limit = limit;
    }

    /** A quarter of the heap, at least 16 MiB. */
    public static BodyBudget ofHeap() {
        return new BodyBudget(Math.max(16L << 20, Runtime.getRuntime().maxMemory() / 4));
    }

    boolean take(long bytes) {
        if (taken.addAndGet(bytes) <= limit) {
            return true;
        }
        taken.addAndGet(-bytes);
        return false;
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** Bytes in use now. */
    public long taken() {
        return taken.get();
    }
}
