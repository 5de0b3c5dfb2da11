package dev.surehook.engine.work;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.LaneKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Records the ends of attempts, many in one transaction. A slot is given free only when its end is on record, so what
 * waits here is bounded by the slots. While the store is away the same ends are tried again; if a lease runs out
 * meanwhile, the store refuses that end and the event is worked on again, as after a crash.
 */
final class FinishLog implements AutoCloseable {
    private static final int MAX_BATCH = 256;
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration LAST_TRIES = Duration.ofSeconds(5);

    private final WorkStore store;
    private final EngineListener listener;
    private final Consumer<LaneKey> freed;
    private final BlockingQueue<Ended> queue = new LinkedBlockingQueue<>();
    private final Thread recorder;

    private volatile boolean closing;

    FinishLog(WorkStore store, EngineListener listener, Consumer<LaneKey> freed) {
        this.store = store;
        this.listener = listener;
        this.freed = freed;
        this.recorder = new Thread(this::run, "surehook-finish");
        recorder.setDaemon(true);
        recorder.start();
    }

    /** @param finishes of one slot's work */
    void add(LaneKey lane, List<Finish> finishes, List<EventRef> events) {
        queue.add(new Ended(lane, finishes, events));
    }

    private void run() {
        List<Ended> batch = new ArrayList<>();
        try {
            while (!closing || !queue.isEmpty()) {
                Ended first = queue.poll(100, TimeUnit.MILLISECONDS);
                if (first != null) {
                    gather(first, batch);
                    record(batch);
                    batch.clear();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void gather(Ended first, List<Ended> batch) {
        int finishes = 0;
        for (Ended next = first; next != null; next = finishes < MAX_BATCH ? queue.poll() : null) {
            batch.add(next);
            finishes += next.finishes().size();
        }
    }

    private void record(List<Ended> batch) throws InterruptedException {
        List<Boolean> taken = persist(
                batch.stream().flatMap(ended -> ended.finishes().stream()).toList());
        int from = 0;
        for (Ended ended : batch) {
            int size = ended.finishes().size();
            if (from + size > taken.size()) {
                listener.troubled(
                        "recording the end of an attempt before shutdown", new StoreUnavailable("not stored"));
            } else {
                tell(ended, taken.subList(from, from + size));
            }
            from += size;
            freed.accept(ended.lane());
        }
    }

    private void tell(Ended ended, List<Boolean> taken) {
        for (int i = 0; i < taken.size(); i++) {
            if (taken.get(i)) {
                listener.attempted(ended.events().get(i), ended.finishes().get(i));
            } else {
                listener.leaseLost(ended.events().get(i), ended.finishes().get(i));
            }
        }
    }

    /** One answer for each; none when the process stops while the store is away. */
    private List<Boolean> persist(List<Finish> finishes) throws InterruptedException {
        long giveUp = 0;
        while (true) {
            try {
                return store.finish(finishes);
            } catch (RuntimeException | Error e) {
                listener.troubled("recording attempts", e);
                if (closing) {
                    giveUp = giveUp == 0 ? System.nanoTime() + LAST_TRIES.toNanos() : giveUp;
                    if (System.nanoTime() - giveUp >= 0) {
                        return List.of();
                    }
                }
                Thread.sleep(PAUSE.toMillis());
            }
        }
    }

    /** Records what is queued and ends the thread. */
    @Override
    public void close() {
        closing = true;
        try {
            recorder.join(LAST_TRIES.multipliedBy(2).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Ended(LaneKey lane, List<Finish> finishes, List<EventRef> events) {}
}
