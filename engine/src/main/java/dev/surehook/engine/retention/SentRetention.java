package dev.surehook.engine.retention;

import dev.surehook.engine.profile.SendingProfile;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Deletes what was sent when its profile's time is over, in the small steps and long pauses of {@link Retention}, at one
 * node of a database at a time.
 */
public final class SentRetention implements AutoCloseable {
    private static final int STEP = 100;
    private static final Duration BETWEEN_RUNS = Duration.ofHours(1);
    /** How soon the turn of a node that died is taken by another. */
    private static final Duration TURN = Duration.ofMinutes(5);
    /** For the step under way at the close. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final SentRetentionStore store;
    private final Map<String, SendingProfile.Retention> rules;
    private final InstantSource clock;
    private final Listener listener;
    private final String holder = UUID.randomUUID().toString();
    private final Thread thread;
    /** Waited for instead of sleeping: an interrupt in the middle of a step closes the file of some databases. */
    private final CountDownLatch closed = new CountDownLatch(1);

    /** What a purge tells: how many deliveries and events went, and troubles. */
    public record Listener(BiConsumer<Integer, Integer> purged, BiConsumer<String, Throwable> troubled) {}

    /** @param rules by name of the profile */
    public SentRetention(
            SentRetentionStore store,
            Map<String, SendingProfile.Retention> rules,
            InstantSource clock,
            Listener listener) {
        this.store = store;
        this.rules = Map.copyOf(rules);
        this.clock = clock;
        this.listener = listener;
        this.thread = new Thread(this::run, "surehook-sent-retention");
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        try {
            do {
                try {
                    purgeInTurn();
                } catch (RuntimeException | Error e) {
                    listener.troubled.accept("purging what was sent", e);
                }
            } while (!isClosedAfter(TURN));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isClosedAfter(Duration pause) throws InterruptedException {
        return closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Purges once, unless another node does it or did it within the hour; whether it did. */
    public boolean purgeInTurn() throws InterruptedException {
        if (!store.takeTurn(holder, TURN)) {
            return false;
        }
        boolean whole = purge();
        if (whole) {
            store.leaveTurn(holder, BETWEEN_RUNS);
        }
        return true;
    }

    /** False when it was ended early, by the close or because the turn is another's. */
    private boolean purge() throws InterruptedException {
        int deliveries = 0;
        int events = 0;
        long runBegan = System.nanoTime();
        long taken = runBegan;
        long from = 0;
        Instant now = clock.instant();
        boolean isClosed = closed.getCount() == 0;
        while (from != SentRetentionStore.DONE && !isClosed) {
            long began = System.nanoTime();
            if (began - taken > TURN.toNanos() / 2) {
                if (!store.takeTurn(holder, TURN)) {
                    return false;
                }
                taken = began;
            }
            SentRetentionStore.Purged step = store.purge(rules, now, from, STEP);
            deliveries += step.deliveries();
            events += step.events();
            from = step.next();
            if (!step.isEmpty()) {
                store.reclaim();
            }
            isClosed = isClosedAfter(pause(step, began, runBegan));
        }
        if (deliveries + events > 0) {
            listener.purged.accept(deliveries, events);
        }
        return from == SentRetentionStore.DONE;
    }

    /** After a step that found nothing as well: there may be a million old deliveries that wait, and each is looked at. */
    private static Duration pause(SentRetentionStore.Purged step, long began, long runBegan) {
        long now = System.nanoTime();
        Duration took = Duration.ofNanos(now - began);
        return step.isEmpty()
                ? took.multipliedBy(Retention.CALM)
                : Retention.pause(took, Duration.ofNanos(now - runBegan));
    }

    /** Waits for the step that is under way, for a moment. */
    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
