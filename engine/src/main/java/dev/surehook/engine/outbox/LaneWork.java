package dev.surehook.engine.outbox;

import dev.surehook.engine.delivery.HttpSender;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.outbox.SendingStore.Turn;
import dev.surehook.engine.outbox.SendingStore.Wish;
import dev.surehook.engine.profile.SendingProfile;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Brings published events to endpoints. One thread takes turns: what has ended since the last one is recorded, what was
 * published is given to endpoints, and what is due is begun, all in one transaction. Signals shorten the wait; polling
 * finds everything else.
 *
 * <p>While the store is away the same ends are tried again; when that takes longer than an attempt may, the deliveries are
 * sent once more, as after a crash.
 */
final class LaneWork {
    private static final int EVENTS = 200;
    private static final int LANES = 64;
    private static final int MOST_ENDS = 500;
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration SWEEP = Duration.ofMinutes(1);
    private static final Duration AFTER_TROUBLE = Duration.ofMillis(200);
    private static final Duration LAST_TRIES = Duration.ofSeconds(5);
    /** What an attempt may take beside its exchange: until it is sent, and until its end is on record. */
    private static final Duration MARGIN = Duration.ofSeconds(15);
    /** With so many attempts under way a turn waits a moment for more of them to end, since each turn costs a commit. */
    private static final int MANY = 16;

    private static final Duration MOMENT = Duration.ofMillis(4);

    private final SendingStore store;
    private final Attempts attempts;
    private final SendingListener listener;
    private final Duration busy;
    private final int most;
    private final Share share;
    private final Queue<Attempts.Ended> ended = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waitingEnds = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicBoolean signalled = new AtomicBoolean();
    private final Thread thread = new Thread(this::run, "surehook-send");

    private long nextSweep = System.nanoTime();
    private volatile boolean closing;
    private volatile long lastTurnAt;
    private volatile long graceEndsAt;
    private volatile long giveUpAt;

    /** @param most attempts under way at once on this node */
    LaneWork(
            SendingStore store,
            Targets targets,
            Map<String, SendingProfile> profiles,
            HttpSender sender,
            InstantSource clock,
            SendingListener listener,
            int most) {
        this.store = store;
        this.most = most;
        this.share = new Share(most / 2);
        this.listener = listener;
        this.attempts = new Attempts(targets, sender, clock, listener, this::ended);
        this.busy = profiles.values().stream()
                .map(profile -> profile.timeouts().total())
                .max(Duration::compareTo)
                .orElse(Duration.ofSeconds(15))
                .plus(MARGIN);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** There may be something to do. Cheap. */
    void signal() {
        if (!signalled.getAndSet(true)) {
            LockSupport.unpark(thread);
        }
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
            if (!more && !signalled.get()) {
                // Jitter keeps the nodes of a cluster from asking all at once.
                LockSupport.parkNanos(
                        this,
                        Math.round(POLL.toNanos()
                                * (0.8 + 0.4 * ThreadLocalRandom.current().nextDouble())));
            }
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
            more = took(ends, store.turn(wish(ends)));
        } catch (RuntimeException | Error e) {
            listener.troubled("sending", e);
            more = apart(ends);
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

    private Wish wish(List<Attempts.Ended> ends) {
        int room = closing ? 0 : Math.max(0, most - inFlight.get() + ends.size());
        return new Wish(recorded(ends), closing ? 0 : EVENTS, LANES, room, busy, share.tooSlow());
    }

    private static List<DeliveryEnd> recorded(List<Attempts.Ended> ends) {
        return ends.stream().map(Attempts.Ended::end).toList();
    }

    /** What could not be done in one turn, step by step, so that trouble with one stops no other. */
    private boolean apart(List<Attempts.Ended> ends) {
        boolean recorded = ends.isEmpty();
        while (!recorded && !isGivenUp()) {
            recorded = tried(() -> took(ends, new Turn(store.finish(recorded(ends)), 0, List.of())));
        }
        if (!recorded) {
            ends.forEach(end -> inFlight.decrementAndGet());
        }
        tried(() -> took(List.of(), store.turn(new Wish(List.of(), EVENTS, 0, 0, busy, Set.of()))));
        tried(() -> took(
                List.of(),
                store.turn(new Wish(List.of(), 0, LANES, Math.max(0, most - inFlight.get()), busy, share.tooSlow()))));
        return false;
    }

    private boolean isGivenUp() {
        return closing && System.nanoTime() - giveUpAt >= 0;
    }

    /** Whether it went well. */
    private boolean tried(Runnable step) {
        try {
            step.run();
            return true;
        } catch (RuntimeException | Error e) {
            listener.troubled("sending", e);
            LockSupport.parkNanos(this, AFTER_TROUBLE.toNanos());
            return false;
        }
    }

    private boolean took(List<Attempts.Ended> ends, Turn turn) {
        // First what others wait for.
        for (DueDelivery due : turn.begun()) {
            inFlight.incrementAndGet();
            share.begun(due.ref().endpoint());
            if (!attempts.begin(due)) {
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

    /** Begins nothing more, and waits for what is under way, for {@code grace} at most. */
    void close(Duration grace) {
        graceEndsAt = System.nanoTime() + grace.toNanos();
        giveUpAt = System.nanoTime() + grace.plus(LAST_TRIES).toNanos();
        closing = true;
        signal();
        try {
            thread.join(grace.plus(LAST_TRIES.multipliedBy(2)).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
