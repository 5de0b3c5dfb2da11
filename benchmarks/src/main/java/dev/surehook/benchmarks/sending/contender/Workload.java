package dev.surehook.benchmarks.sending.contender;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Has one contender send. Used by one thread. */
final class Workload {
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int WARM_UP_DELIVERIES = 2_000;
    private static final int WARM_UP_SINGLES = 100;
    /** Between single events, so that each finds an idle system. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Contender contender;
    private final int endpoints;

    Workload(Contender contender, int endpoints) {
        this.contender = contender;
        this.endpoints = endpoints;
    }

    /** Leaves deliveries waiting and nothing under way. */
    void store(int count) throws Exception {
        contender.hold();
        contender.store(count);
    }

    /** Sends {@code count} deliveries that wait; nanoseconds until the last 2xx was on record. */
    long send(int count) throws Exception {
        long before = contender.recorded().total();
        long began = System.nanoTime();
        contender.release();
        contender.recorded().await(before + count, PATIENCE);
        return System.nanoTime() - began;
    }

    /** Lets the contender's code be compiled, in both ways of working, and has it know all endpoints. */
    void warmUp(Duration length) throws Exception {
        long deadline = System.nanoTime() + length.toNanos();
        for (int sent = 0; sent < endpoints || System.nanoTime() < deadline; sent += WARM_UP_DELIVERIES) {
            store(WARM_UP_DELIVERIES);
            send(WARM_UP_DELIVERIES);
            singles(WARM_UP_SINGLES);
        }
    }

    /** Publishes events that say when that was, each when the one before is on record. */
    void singles(int count) throws Exception {
        contender.release();
        for (int i = 0; i < count; i++) {
            long before = contender.recorded().total();
            contender.submit();
            contender.recorded().await(before + 1, PATIENCE);
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    Disturbable disturbable() {
        if (contender instanceof Disturbable disturbable) {
            return disturbable;
        }
        throw new IllegalArgumentException("only Surehook keeps what waits apart");
    }
}
