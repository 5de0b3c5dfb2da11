package dev.surehook.engine.work;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.source.WorkRules;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
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
    private static final int MAX_CLAIM = 64;
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration LOOK_FOR_STRAYS = Duration.ofMinutes(1);

    private final WorkStore store;
    private final EngineListener listener;
    private final InstantSource clock;
    private final LaneMap lanes;
    private final FinishLog finishes;
    private final ExecutorService workers = Threads.forBlockingWork("surehook-worker");
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
        this.clock = clock;
        this.lanes = new LaneMap(sources, handlers);
        this.finishes = new FinishLog(store, listener, this::freed);
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
            lanes.all().stream().filter(other -> other.slots() == slots).forEach(Lane::signal);
            // Always: a signal that came while the lane was full has set the flag and woken nobody.
            LockSupport.unpark(claimer);
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
        } catch (RuntimeException e) {
            listener.troubled("looking for lanes", e);
        }
    }

    /** Claims and starts what the lane has room for; true when there may be more. */
    private boolean serve(Lane lane) {
        int room = Math.min(lane.slots().room(), MAX_CLAIM);
        if (room == 0) {
            return false;
        }
        try {
            List<Claimed> claimed =
                    store.claim(lane.key(), room, lane.source().work().lease());
            for (Claimed work : claimed) {
                begin(lane, work);
            }
            if (claimed.size() == room) {
                lane.signal();
                return true;
            }
        } catch (StoreUnavailable e) {
            listener.troubled("claiming events of " + lane.key(), e);
        } catch (RuntimeException e) {
            listener.troubled("claiming events of " + lane.key() + " (a defect)", e);
        }
        return false;
    }

    private void begin(Lane lane, Claimed work) {
        lane.slots().claimed();
        long claimedAt = System.nanoTime();
        try {
            workers.execute(() -> run(lane, work, claimedAt));
        } catch (RejectedExecutionException e) {
            // Closing: the lease ends by itself and the event is claimed again.
            lane.slots().released();
        }
    }

    /** What cannot begin in time is left alone: its lease ends by itself, and the event is claimed again. */
    private void run(Lane lane, Claimed work, long claimedAt) {
        try {
            lane.slots().begin();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            freed(lane.key());
            return;
        }
        long began = System.nanoTime();
        boolean late = began - claimedAt > WorkRules.LEASE_MARGIN.toNanos();
        try {
            if (!late && !closing) {
                attempt(lane, work);
                return;
            }
        } finally {
            lane.slots().end(Duration.ofNanos(System.nanoTime() - began));
        }
        freed(lane.key());
    }

    private void attempt(Lane lane, Claimed work) {
        Attempt attempt = new Attempt(store, work, clock.instant());
        RetrySchedule retries = lane.retries(work.event());
        EventHandler.Outcome outcome = outcomeOf(lane, attempt, retries.maxAttempts());
        Finish finish =
                attempt.end(outcome, AttemptRule.next(outcome, attempt.lease().attemptOfRun(), retries));
        if (attempt.isRecorded() && outcome instanceof EventHandler.Processed) {
            listener.attempted(work.event().ref(), finish);
            freed(lane.key());
        } else {
            // Also when a recorded end was rolled back, or nobody knows: if it was committed, the fence refuses this
            // one.
            finishes.add(finish, work.event());
        }
    }

    private static EventHandler.Outcome outcomeOf(Lane lane, Attempt attempt, int allowed) {
        if (attempt.lease().attemptOfRun() > allowed) {
            // Counted before it ran and never finished, time after time: it takes its worker down.
            return new EventHandler.Refused("begun " + allowed + " times and never finished; the worker died with it");
        }
        try {
            return lane.handler().handle(attempt);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            return new EventHandler.Failed("handler threw " + e.getClass().getName());
        }
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
