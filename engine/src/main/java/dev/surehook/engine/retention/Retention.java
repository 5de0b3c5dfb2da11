package dev.surehook.engine.retention;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.source.Source;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;

/**
 * Deletes what is older than its source's retention, in steps so small that accepting does not feel them: each step is
 * one short transaction, followed by a pause many times as long. A run that has so much to do that it would not end before
 * the next is due makes shorter pauses in its second half.
 */
public final class Retention implements AutoCloseable {
    private static final int STEP = 100;
    private static final Duration BETWEEN_RUNS = Duration.ofHours(1);
    private static final Duration CALM_FOR = BETWEEN_RUNS.dividedBy(2);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(20);
    static final int CALM = 9;
    private static final int HURRIED = 1;

    private final RetentionStore store;
    private final List<Source> sources;
    private final InstantSource clock;
    private final EngineListener listener;
    private final Thread thread;

    private volatile boolean closing;

    public Retention(RetentionStore store, Collection<Source> sources, InstantSource clock, EngineListener listener) {
        this.store = store;
        this.sources = List.copyOf(sources);
        this.clock = clock;
        this.listener = listener;
        this.thread = new Thread(this::run, "surehook-retention");
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!closing) {
                try {
                    purgeAll();
                } catch (RuntimeException | Error e) {
                    listener.troubled("purging old events", e);
                }
                Thread.sleep(BETWEEN_RUNS.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Purges every source once; returns how many events went. */
    public int purgeAll() throws InterruptedException {
        int all = 0;
        long began = System.nanoTime();
        for (Source source : sources) {
            int purged = purge(source, began);
            all += purged;
            if (purged > 0) {
                listener.purged(source.name(), purged);
            }
        }
        return all;
    }

    private int purge(Source source, long runBegan) throws InterruptedException {
        Instant cutoff = clock.instant().minus(source.work().retention());
        int purged = 0;
        long from = 0;
        while (from != RetentionStore.DONE && !closing) {
            long began = System.nanoTime();
            RetentionStore.Purged step = store.purge(source.name(), cutoff, from, STEP);
            purged += step.events();
            from = step.next();
            if (step.events() > 0) {
                store.reclaim();
                long now = System.nanoTime();
                Thread.sleep(pause(Duration.ofNanos(now - began), Duration.ofNanos(now - runBegan))
                        .toMillis());
            }
        }
        return purged;
    }

    /**
     * @param step how long the last step took
     * @param run how long the run has been going on
     */
    static Duration pause(Duration step, Duration run) {
        Duration pause = step.multipliedBy(run.compareTo(CALM_FOR) < 0 ? CALM : HURRIED);
        return pause.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : pause;
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
    }
}
