package dev.surehook.engine.outbox;

import dev.surehook.engine.outbox.ResendJobStore.Step;
import dev.surehook.engine.outbox.ResendJobStore.Turn;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Goes on with jobs, one step after the other, and rests after each for as long as it took: half of the time the database
 * is the others'. A job that another node made, or left when it was killed, is found by polling.
 */
final class JobWork {
    private static final Duration POLL = Duration.ofSeconds(5);
    private static final Duration LONGEST_REST = Duration.ofMillis(500);
    private static final Duration AFTER_TROUBLE = Duration.ofSeconds(1);
    private static final Duration PURGE = Duration.ofHours(1);
    /** How long a job is shown after its end. */
    private static final Duration KEPT = Duration.ofDays(30);

    private static final int PURGED_AT_ONCE = 100;
    private static final String NAME = "surehook-jobs";

    private final ResendJobStore store;
    private final SendingListener listener;
    private final Runnable queued;
    private final Thread thread = new Thread(this::run, NAME);
    private final AtomicBoolean signalled = new AtomicBoolean();

    private long nextPurge = System.nanoTime();
    private volatile boolean closing;

    /** @param queued hears that queues have changed */
    JobWork(ResendJobStore store, SendingListener listener, Runnable queued) {
        this.store = store;
        this.listener = listener;
        this.queued = queued;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void signal() {
        if (!signalled.getAndSet(true)) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closing) {
            signalled.set(false);
            Duration rest;
            try {
                rest = turn();
            } catch (RuntimeException | Error e) {
                troubled("jobs", e);
                rest = AFTER_TROUBLE;
            }
            if (!signalled.get() && !closing) {
                LockSupport.parkNanos(this, rest.toNanos());
            }
        }
    }

    /** Returns how long to rest. */
    private Duration turn() {
        if (System.nanoTime() - nextPurge >= 0) {
            nextPurge = System.nanoTime() + PURGE.toNanos();
            purge();
        }
        Optional<Turn> next = store.next();
        if (next.isEmpty() || !next.get().in().isZero()) {
            // Jitter keeps the nodes of a cluster from asking all at once.
            Duration poll = POLL.multipliedBy(80 + ThreadLocalRandom.current().nextInt(40))
                    .dividedBy(100);
            return next.map(Turn::in).filter(in -> in.compareTo(poll) < 0).orElse(poll);
        }
        return step(next.get().job());
    }

    private void purge() {
        while (store.purge(KEPT, PURGED_AT_ONCE) == PURGED_AT_ONCE && !closing) {
            LockSupport.parkNanos(this, LONGEST_REST.toNanos());
        }
    }

    private Duration step(long job) {
        long began = System.nanoTime();
        Optional<Step> step;
        try {
            step = store.step(job);
        } catch (RuntimeException | Error e) {
            troubled("jobs", e);
            store.stumbled(job, String.valueOf(e.getMessage())).ifPresent(this::ended);
            return AFTER_TROUBLE;
        }
        step.ifPresent(this::tell);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        return step.isEmpty() || took.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : took;
    }

    private void tell(Step step) {
        if (step.queued() > 0) {
            queued.run();
            tell(() -> listener.queuedAgain(step.job().account(), step.queued()));
        }
        if (step.job().state() != ResendJob.State.RUNNING) {
            ended(step.job());
        }
    }

    void ended(ResendJob job) {
        tell(() -> listener.jobEnded(job));
    }

    private void troubled(String what, Throwable cause) {
        tell(() -> listener.troubled(what, cause));
    }

    /** What a listener throws must not end the only thread of its kind. */
    private void tell(Runnable line) {
        try {
            line.run();
        } catch (RuntimeException | Error e) {
            listener.troubled("telling a listener", e);
        }
    }

    /** Ends after the step that runs. */
    void close(Duration grace) {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join(Math.max(1, grace.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
