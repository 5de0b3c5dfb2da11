package dev.surehook.engine.commit;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.work.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests that wait at the same time share one transaction and one fsync. One thread takes everything that has
 * queued up while the last commit ran and commits it together; there is no artificial delay.
 *
 * <p>When a commit fails the store counts as lost: requests are told so at once, and a small write is tried until one
 * succeeds. A commit that takes longer than the caller's patience counts the same way while it lasts.
 */
public final class GroupCommit<E, O> implements AutoCloseable {
    private static final int MAX_EVENTS = 512;
    private static final long MAX_BATCH_BYTES = 4L << 20;
    private static final long MAX_QUEUED_BYTES = 128L << 20;
    /** What an event costs in memory beside its body. */
    private static final int OVERHEAD_BYTES = 1_024;

    private static final long PROBE_PAUSE_NANOS = Duration.ofMillis(200).toNanos();
    /** How exactly patience ends. */
    private static final long LOOK_MILLIS = 50;

    private final Commits<E, O> store;
    private final O failed;
    private final O tooSlow;
    private final EngineListener listener;
    private final Consumer<List<E>> stored;
    private final long patienceNanos;
    private final ConcurrentLinkedQueue<Entry> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final Thread writer;
    private final ScheduledExecutorService patience =
            Executors.newSingleThreadScheduledExecutor(Threads.daemons("surehook-patience"));

    private volatile List<Entry> running = List.of();
    private volatile boolean idle;
    private volatile boolean closing;
    private volatile @Nullable String lost;
    /** When the running commit began, by {@link System#nanoTime()}; 0 while none runs. */
    private volatile long commitBegan;

    /**
     * What is committed, and how.
     *
     * @param <E> what somebody wants to have stored
     * @param <O> what becomes of it
     */
    public interface Commits<E, O> {
        /** One for each, in order, when the commit is durable. */
        List<O> append(List<E> entries);

        /** Writes and commits one small row; returns when it is durable. */
        void probe();

        /** What is said of one that is not known to be stored. */
        O refused(String why);

        /** What it takes in memory. */
        int bytes(E entry);
    }

    /**
     * @param patience how long one waits for its commit
     * @param stored hears of what was committed, on the committing thread
     */
    public GroupCommit(Commits<E, O> store, EngineListener listener, Duration patience, Consumer<List<E>> stored) {
        this.store = store;
        this.failed = store.refused("the commit failed");
        this.tooSlow = store.refused("the commit was not done in time");
        this.listener = listener;
        this.patienceNanos = patience.toNanos();
        this.stored = stored;
        this.writer = new Thread(this::run, "surehook-commit");
        writer.setDaemon(true);
        writer.start();
        Object ignored =
                this.patience.scheduleWithFixedDelay(this::endWaiting, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Stores {@code wanted} in a shared commit. The answer comes exactly once: on the calling thread when the store
     * cannot take it, else on one of this object's own, where it must be quick.
     *
     * @param answer hears a refusal also when the entry is not known to be stored
     */
    public void append(E wanted, Consumer<O> answer) {
        String why = whyUnavailable();
        if (why != null) {
            answer.accept(store.refused(why));
            return;
        }
        Entry entry = new Entry(wanted, answer, System.nanoTime());
        if (queuedBytes.addAndGet(entry.bytes) > MAX_QUEUED_BYTES) {
            queuedBytes.addAndGet(-entry.bytes);
            answer.accept(store.refused("more events wait for the store than memory allows"));
            return;
        }
        queue.add(entry);
        if (idle) {
            LockSupport.unpark(writer);
        }
        if (closing && !writer.isAlive()) {
            // It came between the look above and the end of the writer, which nobody waits for any more.
            failQueued();
        }
    }

    private @Nullable String whyUnavailable() {
        if (closing) {
            return "shutting down";
        }
        String reason = lost;
        if (reason != null) {
            return reason;
        }
        long began = commitBegan;
        boolean stalled = began != 0 && System.nanoTime() - began > patienceNanos;
        return stalled ? "the store has not finished its last commit" : null;
    }

    public boolean isAvailable() {
        return whyUnavailable() == null;
    }

    private void run() {
        try {
            List<Entry> batch = takeBatch();
            while (!batch.isEmpty()) {
                running = batch;
                commit(batch);
                running = List.of();
                batch = takeBatch();
            }
        } finally {
            patience.shutdownNow();
        }
    }

    /** Waits for work; empty when closing and nothing is left. */
    private List<Entry> takeBatch() {
        List<Entry> batch = new ArrayList<>();
        long bytes = 0;
        while (true) {
            Entry entry = bytes < MAX_BATCH_BYTES && batch.size() < MAX_EVENTS ? queue.poll() : null;
            if (entry != null) {
                queuedBytes.addAndGet(-entry.bytes);
                if (!entry.isAnswered()) {
                    bytes += entry.bytes;
                    batch.add(entry);
                }
            } else if (!batch.isEmpty() || closing) {
                return batch;
            } else {
                idle = true;
                if (queue.isEmpty()) {
                    LockSupport.park(this);
                }
                idle = false;
            }
        }
    }

    private void commit(List<Entry> batch) {
        List<E> events = new ArrayList<>(batch.size());
        for (Entry entry : batch) {
            events.add(entry.wanted);
        }
        long began = System.nanoTime();
        commitBegan = began == 0 ? 1 : began;
        List<O> outcomes;
        try {
            outcomes = store.append(events);
        } catch (RuntimeException | Error e) {
            commitBegan = 0;
            lose(batch, e);
            return;
        }
        commitBegan = 0;
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).answer(outcomes.get(i));
        }
        announce(events, Duration.ofNanos(System.nanoTime() - began));
    }

    /** This thread is the only one that commits: nothing that listens may end it. */
    private void announce(List<E> events, Duration took) {
        try {
            listener.committed(events.size(), took);
            stored.accept(events);
        } catch (RuntimeException | Error e) {
            listener.troubled("announcing stored events", e);
        }
    }

    /** Answers everybody, then tries a small write until it succeeds. */
    private void lose(List<Entry> batch, Throwable cause) {
        long since = System.nanoTime();
        String why = String.valueOf(cause.getMessage());
        lost = why;
        batch.forEach(entry -> entry.answer(failed));
        failQueued();
        listener.storeLost(why);
        while (!closing) {
            LockSupport.parkNanos(this, PROBE_PAUSE_NANOS);
            failQueued();
            try {
                store.probe();
                lost = null;
                listener.storeBack(Duration.ofNanos(System.nanoTime() - since));
                return;
            } catch (RuntimeException | Error e) {
                lost = String.valueOf(e.getMessage());
            }
        }
    }

    private void failQueued() {
        for (Entry entry = queue.poll(); entry != null; entry = queue.poll()) {
            queuedBytes.addAndGet(-entry.bytes);
            entry.answer(failed);
        }
    }

    /** Answers those who have waited long enough; what is in the running commit may still be stored. */
    private void endWaiting() {
        long now = System.nanoTime();
        for (Entry entry : running) {
            entry.endWaiting(now);
        }
        for (Entry entry : queue) {
            entry.endWaiting(now);
        }
    }

    /** Refuses new events, commits those that wait, and ends the threads. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(writer);
        try {
            writer.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        failQueued();
    }

    /** One waiting event; answered exactly once. */
    private final class Entry {
        private final E wanted;
        private final Consumer<O> answer;
        private final long since;
        private final long bytes;
        private final AtomicBoolean answered = new AtomicBoolean();

        private Entry(E wanted, Consumer<O> answer, long since) {
            this.wanted = wanted;
            this.answer = answer;
            this.since = since;
            this.bytes = (long) store.bytes(wanted) + OVERHEAD_BYTES;
        }

        /** Whoever was told that it is not stored will come again: then it need not be stored. */
        private boolean isAnswered() {
            return answered.get();
        }

        private void endWaiting(long now) {
            if (now - since >= patienceNanos) {
                answer(tooSlow);
            }
        }

        private void answer(O outcome) {
            if (answered.compareAndSet(false, true)) {
                try {
                    answer.accept(outcome);
                } catch (RuntimeException | Error e) {
                    listener.troubled("answering a request", e);
                }
            }
        }
    }
}
