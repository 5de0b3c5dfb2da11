package dev.surehook.engine.work;

import dev.surehook.engine.source.Source;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** One source's slots and its wake-up flag. */
final class Lane {
    private final Source source;
    private final EventHandler handler;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicBoolean signalled = new AtomicBoolean();

    Lane(Source source, EventHandler handler) {
        this.source = source;
        this.handler = handler;
    }

    Source source() {
        return source;
    }

    EventHandler handler() {
        return handler;
    }

    int inFlight() {
        return inFlight.get();
    }

    int room() {
        return Math.max(0, source.work().concurrency() - inFlight.get());
    }

    void acquire() {
        inFlight.incrementAndGet();
    }

    void release() {
        inFlight.decrementAndGet();
    }

    /** True when this signal is the first since the last look and the lane has room: then the claimer must be woken. */
    boolean signal() {
        return !signalled.getAndSet(true) && room() > 0;
    }

    boolean takeSignal() {
        return signalled.getAndSet(false);
    }
}
