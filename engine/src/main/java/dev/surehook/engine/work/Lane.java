package dev.surehook.engine.work;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.source.Source;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One source's slots and its wake-up flag.
 *
 * <p>While attempts are short, as many events again are claimed ahead as there are slots: a claim is a durable commit, and
 * short attempts would spend their time waiting for the next one. Attempts that take long are never waited for in a
 * queue: then only what has a slot is claimed.
 */
final class Lane {
    private static final long SHORT_NANOS = Duration.ofMillis(250).toNanos();
    /** New attempts count an eighth in the mean. */
    private static final int MEMORY = 8;

    private final Source source;
    private final EventHandler handler;
    private final Semaphore slots;
    private final AtomicInteger claimed = new AtomicInteger();
    private final AtomicBoolean signalled = new AtomicBoolean();
    /** Long at first: the first attempts tell. */
    private volatile long meanNanos = 2 * SHORT_NANOS;

    Lane(Source source, EventHandler handler) {
        this.source = source;
        this.handler = handler;
        this.slots = new Semaphore(source.work().concurrency());
    }

    Source source() {
        return source;
    }

    EventHandler handler() {
        return handler;
    }

    RetrySchedule retries(Event event) {
        return handler.retries(event).orElse(source.work().retries());
    }

    private int concurrency() {
        return source.work().concurrency();
    }

    private int ahead() {
        return meanNanos < SHORT_NANOS ? concurrency() : 0;
    }

    int inFlight() {
        return concurrency() - slots.availablePermits();
    }

    /** How many events to claim now; 0 while so many are claimed already that a claim would be a small one. */
    int room() {
        int ahead = ahead();
        int room = Math.max(0, concurrency() + ahead - claimed.get());
        return room < ahead / 2 ? 0 : room;
    }

    void claimed() {
        claimed.incrementAndGet();
    }

    void released() {
        claimed.decrementAndGet();
    }

    /** Waits for a slot. */
    void begin() throws InterruptedException {
        slots.acquire();
    }

    void end(Duration took) {
        // Lost updates between threads do no harm: it is a mean.
        long mean = meanNanos;
        meanNanos = mean + (took.toNanos() - mean) / MEMORY;
        slots.release();
    }

    /** True when this signal is the first since the last look and the lane has room: then the claimer must be woken. */
    boolean signal() {
        return !signalled.getAndSet(true) && room() > 0;
    }

    boolean takeSignal() {
        return signalled.getAndSet(false);
    }
}
