package dev.surehook.engine.outbox;

import dev.surehook.engine.delivery.HttpSender;
import dev.surehook.engine.profile.SendingProfile;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Brings published events to endpoints, by threads that take turns at the store. An attempt is recorded by the thread that
 * began it, so that threads work on endpoints of their own for as long as these are busy, and seldom wait for each other.
 */
final class LaneWork {
    /** What an attempt may take beside its exchange: until it is sent, and until its end is on record. */
    private static final Duration MARGIN = Duration.ofSeconds(15);

    private final Duration busy;
    private final List<TurnTaker> takers;
    private final AtomicInteger next = new AtomicInteger();

    /** @param most attempts under way at once on this node */
    LaneWork(
            SendingStore store,
            Targets targets,
            Map<String, SendingProfile> profiles,
            HttpSender sender,
            InstantSource clock,
            SendingListener listener,
            int most) {
        this.busy = profiles.values().stream()
                .map(profile -> profile.timeouts().total())
                .max(Duration::compareTo)
                .orElse(Duration.ofSeconds(15))
                .plus(MARGIN);
        Attempts attempts = new Attempts(targets, sender, clock, listener);
        Share share = new Share(most / 2);
        int threads = Math.min(store.turnsAtOnce(), most);
        this.takers = IntStream.range(0, threads)
                .mapToObj(number -> new TurnTaker(
                        "surehook-send-" + (number + 1), store, attempts, share, listener, busy, most / threads))
                .toList();
    }

    void start() {
        takers.forEach(TurnTaker::start);
    }

    /** There may be something to do. Cheap. */
    void signal() {
        for (TurnTaker taker : takers) {
            if (taker.isIdle()) {
                taker.signal();
                return;
            }
        }
        takers.get(Math.floorMod(next.getAndIncrement(), takers.size())).signal();
    }

    /** When an attempt counts as lost. */
    Duration busy() {
        return busy;
    }

    int inFlight() {
        return takers.stream().mapToInt(TurnTaker::inFlight).sum();
    }

    /** Begins nothing more, and waits for what is under way, for {@code grace} at most. */
    void close(Duration grace) {
        takers.forEach(taker -> taker.close(grace));
        takers.forEach(TurnTaker::join);
    }
}
