package dev.surehook.engine.inbox;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.StoreUnavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
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
final class GroupCommit implements AutoCloseable {
    private static final int MAX_EVENTS = 512;
    private static final long MAX_BATCH_BYTES = 4L << 20;
    private static final long MAX_QUEUED_BYTES = 128L << 20;
    /** What an event costs in memory beside its body. */
    private static final int OVERHEAD_BYTES = 1_024;

    private static final long PROBE_PAUSE_NANOS = Duration.ofMillis(200).toNanos();

    private final InboxStore store;
    private final EngineListener listener;
    private final Consumer<List<NewEvent>> stored;
    private final long patienceNanos;
    private final ConcurrentLinkedQueue<Entry> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final Thread writer;

    private volatile boolean idle;
    private volatile boolean closing;
    private volatile @Nullable String lost;
    /** When the running commit began, by {@link System#nanoTime()}; 0 while none runs. */
    private volatile long commitBegan;

    GroupCommit(InboxStore store, EngineListener listener, Duration patience, Consumer<List<NewEvent>> stored) {
        this.store = store;
        this.listener = listener;
        this.patienceNanos = patience.toNanos();
        this.stored = stored;
        this.writer = new Thread(this::run, "surehook-commit");
        writer.setDaemon(true);
        writer.start();
    }

    /**
     * Stores {@code event} in a shared commit and waits for it.
     *
     * @throws StoreUnavailable when it is not known to be stored
     */
    Appended append(NewEvent event) {
        String why = whyUnavailable();
        if (why != null) {
            throw new StoreUnavailable(why);
        }
        Entry entry = new Entry(event, Thread.currentThread());
        if (queuedBytes.addAndGet(entry.bytes) > MAX_QUEUED_BYTES) {
            queuedBytes.addAndGet(-entry.bytes);
            throw new StoreUnavailable("more events wait for the store than memory allows");
        }
        queue.add(entry);
        if (idle) {
            LockSupport.unpark(writer);
        }
        return entry.await(patienceNanos);
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

    boolean isAvailable() {
        return whyUnavailable() == null;
    }

    private void run() {
        List<Entry> batch = new ArrayList<>();
        while (takeBatch(batch)) {
            commit(batch);
            batch.clear();
        }
    }

    /** Waits for work; false when closing and nothing is left. */
    private boolean takeBatch(List<Entry> batch) {
        long bytes = 0;
        while (true) {
            Entry entry = bytes < MAX_BATCH_BYTES && batch.size() < MAX_EVENTS ? queue.poll() : null;
            if (entry != null) {
                queuedBytes.addAndGet(-entry.bytes);
                if (entry.begin()) {
                    bytes += entry.bytes;
                    batch.add(entry);
                }
            } else if (!batch.isEmpty()) {
                return true;
            } else if (closing) {
                return false;
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
        List<NewEvent> events = new ArrayList<>(batch.size());
        for (Entry entry : batch) {
            events.add(entry.event);
        }
        long began = System.nanoTime();
        commitBegan = began == 0 ? 1 : began;
        try {
            List<Appended> outcomes = store.append(events);
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).complete(outcomes.get(i));
            }
        } catch (RuntimeException e) {
            commitBegan = 0;
            lose(batch, e);
            return;
        }
        commitBegan = 0;
        announce(events, Duration.ofNanos(System.nanoTime() - began));
    }

    /** This thread is the only one that commits: nothing that listens may end it. */
    private void announce(List<NewEvent> events, Duration took) {
        try {
            listener.committed(events.size(), took);
            stored.accept(events);
        } catch (RuntimeException e) {
            listener.troubled("announcing stored events", e);
        }
    }

    /** Answers everybody, then tries a small write until it succeeds. */
    private void lose(List<Entry> batch, RuntimeException cause) {
        long since = System.nanoTime();
        String why = String.valueOf(cause.getMessage());
        lost = why;
        batch.forEach(Entry::fail);
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
            } catch (RuntimeException e) {
                lost = String.valueOf(e.getMessage());
            }
        }
    }

    private void failQueued() {
        for (Entry entry = queue.poll(); entry != null; entry = queue.poll()) {
            queuedBytes.addAndGet(-entry.bytes);
            entry.fail();
        }
    }

    /** Refuses new events, commits those that wait, and ends the thread. */
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

    /** One waiting request. */
    private static final class Entry {
        private enum State {
            QUEUED,
            COMMITTING,
            ABANDONED,
            DONE,
            FAILED
        }

        private final NewEvent event;
        private final Thread waiter;
        private final long bytes;
        private State state = State.QUEUED;
        private @Nullable Appended outcome;

        private Entry(NewEvent event, Thread waiter) {
            this.event = event;
            this.waiter = waiter;
            this.bytes = (long) event.event().body().length + OVERHEAD_BYTES;
        }

        /** The writer takes it, unless the request has given up: then it need not be stored. */
        private synchronized boolean begin() {
            if (state != State.QUEUED) {
                return false;
            }
            state = State.COMMITTING;
            return true;
        }

        private void complete(Appended result) {
            synchronized (this) {
                outcome = result;
                state = State.DONE;
            }
            LockSupport.unpark(waiter);
        }

        private void fail() {
            synchronized (this) {
                state = State.FAILED;
            }
            LockSupport.unpark(waiter);
        }

        private Appended await(long patienceNanos) {
            long deadline = System.nanoTime() + patienceNanos;
            boolean interrupted = false;
            try {
                while (true) {
                    synchronized (this) {
                        if (outcome != null) {
                            return outcome;
                        }
                        if (state == State.FAILED) {
                            throw new StoreUnavailable("the commit failed");
                        }
                        if (System.nanoTime() - deadline >= 0) {
                            state = state == State.QUEUED ? State.ABANDONED : state;
                            throw new StoreUnavailable("the commit was not done in time");
                        }
                    }
                    LockSupport.parkNanos(this, deadline - System.nanoTime());
                    interrupted |= Thread.interrupted();
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
