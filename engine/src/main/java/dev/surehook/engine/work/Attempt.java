package dev.surehook.engine.work;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.source.WorkRules;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;

/** One attempt under way. Used by the thread that it was given to. */
public final class Attempt {
    private final WorkStore store;
    private final Claimed work;
    private final Instant startedAt;
    private final long began = System.nanoTime();
    private boolean recorded;

    Attempt(WorkStore store, Claimed work, Instant startedAt) {
        this.store = store;
        this.work = work;
        this.startedAt = startedAt;
    }

    public Event event() {
        return work.event();
    }

    /** The attempt's number over the event's whole life, from 1. */
    public int number() {
        return work.lease().attempt();
    }

    /**
     * Runs work that begins and ends a transaction of its own on the database that holds the event; on SQLite it waits
     * for its turn to write.
     */
    public <T> T inTurn(Callable<T> work) throws Exception {
        return store.inTurn(work);
    }

    /**
     * To be called before the first statement of a transaction in which {@link #processedIn} will be called.
     *
     * @throws NoTurn when it took so long to come here that the lease may end first, or the database does not let the
     *     transaction write: roll back and return {@link EventHandler.NotBegun}
     */
    public void beginIn(Connection connection) throws NoTurn {
        try {
            store.beginIn(connection);
        } catch (SQLException e) {
            throw new NoTurn("the transaction could not begin to write: " + e.getMessage(), e);
        }
        if (work.isTooLate()) {
            throw new NoTurn("it took more than " + WorkRules.LEASE_MARGIN.toSeconds()
                    + " s to come to a transaction on the database");
        }
    }

    /**
     * Marks the event as processed in the transaction that is open on {@code connection}, which must be one of the
     * database that holds the event. Call it last: the mark and whatever else the transaction did commit together, or
     * neither does. Then return {@link EventHandler.Processed}; any other outcome says that the transaction was rolled
     * back.
     *
     * @throws LeaseLost when the lease ended and another worker has the event: roll back
     */
    public void processedIn(Connection connection) throws SQLException {
        processedIn(connection, List.of(this), "committed with the work");
    }

    /**
     * As {@link #processedIn(Connection)}, of several events of one lane together.
     *
     * @param detail for people, in the history of each
     * @throws LeaseLost when the lease of any of them ended: roll back
     */
    public static void processedIn(Connection connection, List<Attempt> attempts, String detail) throws SQLException {
        EventHandler.Outcome processed = new EventHandler.Processed(detail);
        List<Finish> finishes = attempts.stream()
                .map(attempt -> attempt.end(processed, new Finish.Processed()))
                .toList();
        List<Boolean> held = attempts.get(0).store.finishIn(connection, finishes);
        for (int i = 0; i < held.size(); i++) {
            if (!held.get(i)) {
                throw new LeaseLost(attempts.get(i).event());
            }
        }
        attempts.forEach(attempt -> attempt.recorded = true);
    }

    boolean isRecorded() {
        return recorded;
    }

    Lease lease() {
        return work.lease();
    }

    Finish end(EventHandler.Outcome outcome, Finish.Next next) {
        return new Finish(work.lease(), startedAt, Duration.ofNanos(System.nanoTime() - began), next, outcome.detail());
    }
}
