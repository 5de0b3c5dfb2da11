package dev.surehook.engine.work;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.source.WorkRules;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Brings due events to their handlers. One thread claims, for each lane as many events as it has free slots; handlers
 * run on threads of their own, so a slow one costs other lanes nothing. A signal after each commit shortens the wait;
 * polling finds everything else: retries, work of a killed node, work that arrived on another node.
 *
 * <p>Nothing of the database is held while a handler runs.
 */
public final class Dispatcher implements AutoCloseable {
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration LOOK_FOR_STRAYS = Duration.ofMinutes(1);
    private static final Duration LAST_WORD = Duration.ofSeconds(1);
    private static final Duration AFTER_TROUBLE = Duration.ofMillis(200);

    private final WorkStore store;
    private final EngineListener listener;
    private final LaneMap lanes;
    private final FinishLog finishes;
    private final AttemptRun attempts;
    /** As many threads as attempts; not virtual ones, for which each round trip to a database costs two changes more. */
    private final ExecutorService workers = Executors.newCachedThreadPool(Threads.daemons("surehook-worker"));

    private final Thread claimer;

    private volatile boolean closing;

    /** @param handlers for the sources that have one; events of the others are not claimed */
    public Dispatcher(
            WorkStore store,
            Collection<Source> sources,
            Map<SourceName, EventHandler> handlers,
            InstantSource clock,
            EngineListener listener) {
        this.store = store;
        this.listener = listener;
        this.lanes = new LaneMap(sources, handlers);
        this.finishes = new FinishLog(store, listener, this::freed);
        this.attempts = new AttemptRun(store, clock, listener, finishes, this::freed);
        this.claimer = new Thread(this::run, "surehook-claim");
        claimer.setDaemon(true);
    }

    public void start() {
        claimer.start();
    }

    /** There may be something to do in {@code key}. Cheap; may be called from any thread. */
    public void signal(LaneKey key) {
        Lane lane = lanes.get(key);
        if (lane != null && lane.signal()) {
            LockSupport.unpark(claimer);
        }
    }

    /** There may be something to do anywhere. */
    public void signalAll() {
        lanes.all().forEach(Lane::signal);
        LockSupport.unpark(claimer);
    }

    /** Attempts that run now. */
    public int inFlight() {
        return lanes.inFlight();
    }

    private void freed(LaneKey key) {
        Lane lane = lanes.get(key);
        if (lane != null) {
            Slots slots = lane.slots();
            slots.released();
            if (slots.room() > 0) {
                lanes.all().stream().filter(other -> other.slots() == slots).forEach(Lane::signal);
                // Always: a signal that came while the lane was full has set the flag and woken nobody.
                LockSupport.unpark(claimer);
            }
        }
    }

    private void run() {
        long nextPoll = System.nanoTime();
        long nextLook = nextPoll;
        while (!closing) {
            boolean poll = System.nanoTime() - nextPoll >= 0;
            if (poll) {
                // Jitter keeps the nodes of a cluster from asking all at once.
                nextPoll = System.nanoTime()
                        + Math.round(POLL.toNanos()
                                * (0.8 + 0.4 * ThreadLocalRandom.current().nextDouble()));
            }
            if (System.nanoTime() - nextLook >= 0) {
                nextLook = System.nanoTime() + LOOK_FOR_STRAYS.toNanos();
                lookForStrays();
            }
            boolean more = false;
            for (Lane lane : lanes.inTurn()) {
                if (lane.takeSignal() || poll) {
                    more |= serve(lane);
                }
            }
            if (!more) {
                LockSupport.parkNanos(this, Math.max(0, nextPoll - System.nanoTime()));
            }
        }
    }

    private void lookForStrays() {
        try {
            lanes.refresh(store);
        } catch (RuntimeException | Error e) {
            listener.troubled("looking for lanes", e);
        }
    }

    /** Claims and starts what the lane has room for; true when there may be more. */
    private boolean serve(Lane lane) {
        int room = lane.slots().room();
        if (room == 0) {
            return false;
        }
        int limit = lane.portions().limit(room);
        try {
            List<Claimed> claimed =
                    store.claim(lane.key(), limit, lane.source().work().lease());
            Portions.Shares shares = lane.portions().share(claimed, room);
            boolean begun = true;
            for (List<Claimed> portion : shares.portions()) {
                begun &= begin(lane, portion);
            }
            if (!shares.tooMany().isEmpty()) {
                store.putBack(shares.tooMany());
            }
            if (!begun) {
                pause();
            } else if (claimed.size() == limit) {
                lane.signal();
                return true;
            }
        } catch (StoreUnavailable e) {
            listener.troubled("claiming events of " + lane.key(), e);
        } catch (RuntimeException | Error e) {
            // An error, too: this thread is the only one that claims, and memory may be there again the next time.
            listener.troubled("claiming events of " + lane.key() + " (a defect)", e);
            pause();
        }
        return false;
    }

    /** False when there is no thread for it: it is put back. */
    private boolean begin(Lane lane, List<Claimed> portion) {
        lane.slots().claimed();
        long claimedAt = System.nanoTime();
        try {
            lane.slots().run(workers, () -> run(lane, portion, claimedAt));
        } catch (RejectedExecutionException e) {
            // Closing.
            leave(lane, portion);
        } catch (OutOfMemoryError e) {
            listener.troubled("starting a thread for events of " + lane.key(), e);
            leave(lane, portion);
            return false;
        }
        return true;
    }

    /** What was put back is due at once, so without a pause it would be claimed again and again. */
    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(AFTER_TROUBLE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(Lane lane, List<Claimed> portion, long claimedAt) {
        long began = System.nanoTime();
        if (closing
                || began - claimedAt > WorkRules.PATIENCE.toNanos()
                || portion.get(0).isTooLate()) {
            leave(lane, portion);
            return;
        }
        try {
            attempts.run(lane, portion);
        } catch (RuntimeException | Error e) {
            // No outcome: the lease ends by itself. The slot must not stay taken until the process ends.
            listener.troubled("working on events of " + lane.key() + " (a defect)", e);
            freed(lane.key());
        } finally {
            lane.slots().took(Duration.ofNanos(System.nanoTime() - began));
        }
    }

    /** What cannot begin in time is put back; if that fails, its lease ends by itself. */
    private void leave(Lane lane, List<Claimed> portion) {
        try {
            store.putBack(portion.stream().map(Claimed::lease).toList());
        } catch (RuntimeException e) {
            listener.troubled("putting events of " + lane.key() + " back", e);
        }
        freed(lane.key());
    }

    /** Stops claiming, waits for running attempts as long as {@code grace} allows, and records their ends. */
    public void close(Duration grace) {
        closing = true;
        LockSupport.unpark(claimer);
        workers.shutdown();
        try {
            claimer.join(grace.toMillis());
            if (!workers.awaitTermination(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                workers.shutdownNow();
                // What was interrupted says so, and that is recorded: else its attempt would stay counted.
                workers.awaitTermination(LAST_WORD.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        finishes.close();
    }

    @Override
    public void close() {
        close(Duration.ofSeconds(15));
    }
}
