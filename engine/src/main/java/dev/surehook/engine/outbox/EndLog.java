package dev.surehook.engine.outbox;

import dev.surehook.engine.endpoint.EndpointRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Records the ends of attempts, many in one transaction. While the store is away the same ends are tried again; when that
 * takes longer than an attempt may, the deliveries are sent once more, as after a crash.
 */
final class EndLog implements AutoCloseable {
    private static final int MOST = 256;
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration LAST_TRIES = Duration.ofSeconds(5);

    private final SendingStore store;
    private final SendingListener listener;
    private final Runnable recorded;
    private final BlockingQueue<Ended> queue = new LinkedBlockingQueue<>();
    private final Thread recorder;

    private volatile boolean closing;

    /** @param recorded hears that there may be room, and work that has become due */
    EndLog(SendingStore store, SendingListener listener, Runnable recorded) {
        this.store = store;
        this.listener = listener;
        this.recorded = recorded;
        this.recorder = new Thread(this::run, "surehook-sent");
        recorder.setDaemon(true);
        recorder.start();
    }

    private record Ended(EndpointRef endpoint, DeliveryEnd end, Runnable freed) {}

    /** @param freed runs when the end is on record, or lost for good */
    void add(EndpointRef endpoint, DeliveryEnd end, Runnable freed) {
        queue.add(new Ended(endpoint, end, freed));
    }

    private void run() {
        List<Ended> batch = new ArrayList<>();
        try {
            while (!closing || !queue.isEmpty()) {
                Ended first = queue.poll(100, TimeUnit.MILLISECONDS);
                if (first != null) {
                    batch.add(first);
                    queue.drainTo(batch, MOST - 1);
                    record(batch);
                    batch.clear();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void record(List<Ended> batch) throws InterruptedException {
        List<Boolean> held = persist(batch.stream().map(Ended::end).toList());
        for (int i = 0; i < batch.size(); i++) {
            Ended ended = batch.get(i);
            ended.freed.run();
            if (i < held.size()) {
                tell(ended, held.get(i));
            }
        }
        recorded.run();
    }

    private void tell(Ended ended, boolean held) {
        try {
            if (held) {
                listener.attempted(ended.end.delivery().event().account(), ended.endpoint, ended.end);
            } else {
                listener.overtaken(ended.end.delivery().event().account(), ended.endpoint, ended.end);
            }
        } catch (RuntimeException | Error e) {
            listener.troubled("telling a listener", e);
        }
    }

    /** One answer for each; none when the process stops while the store is away. */
    private List<Boolean> persist(List<DeliveryEnd> ends) throws InterruptedException {
        long giveUp = 0;
        while (true) {
            try {
                return store.finish(ends);
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
}
