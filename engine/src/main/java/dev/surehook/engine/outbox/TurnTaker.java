package dev.surehook.engine.outbox;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.outbox.SendingStore.Turn;
import dev.surehook.engine.outbox.SendingStore.Wish;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that takes turns: what has ended since the last one is recorded, what was published is given to endpoints, and
 * what is due is begun, all in one transaction. Signals shorten the wait; polling finds everything else.
 *
 * <p>While the store is away the same ends are tried again; when that takes longer than an attempt may, the deliveries are
 * sent once more, as after a crash.
 */
final class TurnTaker {
    private static final int EVENTS = 200;
    private static final int LANES = 64;
    private static final int MOST_ENDS = 500;
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration SWEEP = Duration.ofMinutes(1);
    private static final Duration AFTER_TROUBLE = Duration.ofMillis(200);
    private static final Duration LAST_TRIES = Duration.ofSeconds(5);
    /** With so many attempts under way a turn waits a moment for more of them to end, since each turn costs a commit. */
    private static final int MANY = 16;

    private static final Duration MOMENT = Duration.ofMillis(2);

    private final SendingStore store;
    private final Attempts attempts;
    private final Share share;
    private final SendingListener listener;
    private final Duration busy;
    private final int most;
    private final Thread thread;
    private final Queue<Attempts.Ended> ended = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waitingEnds = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicBoolean signalled = new AtomicBoolean();

    private long nextSweep = System.nanoTime();
    private long lastTurnAt = System.nanoTime();
    private volatile boolean idle;
    private volatile boolean closing;
    private volatile long graceEndsAt;
    private volatile long giveUpAt;

    /** @param most attempts under way at once */
    TurnTaker(
            String name,
            SendingStore store,
            Attempts attempts,
            Share share,
            SendingListener listener,
            Duration busy,
            int most) {
        this.store = store;
        this.attempts = attempts;
        this.share = share;
        this.listener = listener;
        this.busy = busy;
        this.most = most;
        this.thread = new Thread(this::run, name);
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

    /** Whether it waits for something to do. */
    boolean isIdle() {
        return idle;
    }

    int inFlight() {
        return inFlight.get();
    }

    private void ended(Attempts.Ended end) {
        share.ended(end.endpointNumber(), end.end().took());
        ended.add(end);
        int waiting = waitingEnds.incrementAndGet();
        // Nobody is woken for a few of many.
        if (waiting == 1 || waiting * 2 >= inFlight.get()) {
            signal();
        }
    }

    private void run() {
        boolean more = true;
        while (!isOver()) {
            idle = !more;
            if (!more && !signalled.get()) {
                // Jitter keeps the nodes of a cluster from asking all at once.
                LockSupport.parkNanos(
                        this,
                        Math.round(POLL.toNanos()
                                * (0.8 + 0.4 * ThreadLocalRandom.current().nextDouble())));
            }
            idle = false;
            gather();
            signalled.set(false);
            more = turn();
        }
    }

    private boolean isOver() {
        if (!closing) {
            return false;
        }
        boolean graceIsOver = System.nanoTime() - graceEndsAt >= 0;
        return isGivenUp() || (ended.isEmpty() && (graceIsOver || inFlight.get() == 0));
    }

    private boolean isGivenUp() {
        return closing && System.nanoTime() - giveUpAt >= 0;
    }

    private void gather() {
        while (inFlight.get() >= MANY && waitingEnds.get() * 2 < inFlight.get() && !closing) {
            long left = lastTurnAt + MOMENT.toNanos() - System.nanoTime();
            if (left <= 0) {
                return;
            }
            LockSupport.parkNanos(this, left);
        }
    }

    /** True when there may be more to do at once. */
    private boolean turn() {
        List<Attempts.Ended> ends = drained();
        boolean more;
        try {
            if (System.nanoTime() - nextSweep >= 0) {
                nextSweep = System.nanoTime() + SWEEP.toNanos();
                store.sweep();
            }
            int room = closing ? 0 : most - inFlight.get() + ends.size();
            more = took(ends, store.turn(wish(ends, closing ? 0 : EVENTS, room)));
        } catch (RuntimeException | Error e) {
            listener.troubled("sending", e);
            apart(ends);
            more = false;
        }
        lastTurnAt = System.nanoTime();
        return more;
    }

    private List<Attempts.Ended> drained() {
        List<Attempts.Ended> ends = new ArrayList<>();
        for (Attempts.Ended end = ended.poll(); end != null; end = ended.poll()) {
            waitingEnds.decrementAndGet();
            ends.add(end);
            if (ends.size() == MOST_ENDS) {
                return ends;
            }
        }
        return ends;
    }

    private Wish wish(List<Attempts.Ended> ends, int events, int room) {
        return new Wish(
                ends.stream().map(Attempts.Ended::end).toList(),
                events,
                LANES,
                Math.max(0, room),
                busy,
                room > 0 ? share.tooSlow() : Set.of());
    }

    /** What could not be done in one turn, step by step, so that trouble with one stops no other. */
    private void apart(List<Attempts.Ended> ends) {
        boolean recorded = tried(ends, 0, 0);
        while (!recorded && !isGivenUp()) {
            LockSupport.parkNanos(this, AFTER_TROUBLE.toNanos());
            recorded = tried(ends, 0, 0);
        }
        if (!recorded) {
            // They are made again when their time as busy ends.
            inFlight.addAndGet(-ends.size());
        }
        if (!closing && tried(List.of(), EVENTS, 0) && tried(List.of(), 0, most - inFlight.get())) {
            return;
        }
        LockSupport.parkNanos(this, AFTER_TROUBLE.toNanos());
    }

    /** Whether it went well. */
    private boolean tried(List<Attempts.Ended> ends, int events, int room) {
        try {
            took(ends, store.turn(wish(ends, events, room)));
            return true;
        } catch (RuntimeException | Error e) {
            listener.troubled("sending", e);
            return false;
        }
    }

    private boolean took(List<Attempts.Ended> ends, Turn turn) {
        // First what others wait for.
        for (DueDelivery due : turn.begun()) {
            inFlight.incrementAndGet();
            share.begun(due.ref().endpoint());
            if (!attempts.begin(due, this::ended)) {
                inFlight.decrementAndGet();
                share.ended(due.ref().endpoint(), Duration.ZERO);
            }
        }
        for (int i = 0; i < ends.size(); i++) {
            inFlight.decrementAndGet();
            tell(ends.get(i), turn.recorded().get(i));
        }
        return turn.events() == EVENTS || !turn.begun().isEmpty();
    }

    private void tell(Attempts.Ended ended, boolean held) {
        if (ended.endpoint().isEmpty()) {
            return;
        }
        AccountName account = ended.end().delivery().event().account();
        try {
            if (held) {
                listener.attempted(account, ended.endpoint().get(), ended.end());
            } else {
                listener.overtaken(account, ended.endpoint().get(), ended.end());
            }
        } catch (RuntimeException | Error e) {
            listener.troubled("telling a listener", e);
        }
    }

    /** Begins nothing more, and waits for what is under way, for {@code grace} at most; returns at once. */
    void close(Duration grace) {
        graceEndsAt = System.nanoTime() + grace.toNanos();
        giveUpAt = graceEndsAt + LAST_TRIES.toNanos();
        closing = true;
        signal();
    }

    /** Waits for the end that {@link #close} brings. */
    void join() {
        try {
            thread.join(Duration.ofNanos(Math.max(1, giveUpAt - System.nanoTime()))
                    .plus(LAST_TRIES)
                    .toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
