package dev.surehook.engine.work;

import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/** What working off asks of a store. */
public interface WorkStore {

    /**
     * Takes up to {@code limit} due events of a lane, oldest first, under a lease by the store's time. The attempt is
     * counted before this returns, durably. Retries that are due and work whose lease has ended are among them.
     */
    List<Claimed> claim(LaneKey lane, int limit, Duration lease);

    /** As {@link #claim(LaneKey, int, Duration)}, of the source's default lane. */
    default List<Claimed> claim(SourceName source, int limit, Duration lease) {
        return claim(LaneKey.defaultOf(source), limit, lease);
    }

    /**
     * Gives back events whose attempts did not begin: they are free at once, and what was counted for them does not count
     * against their budget. A lease that was lost is passed over.
     */
    void putBack(List<Lease> leases);

    /** The lanes of a source in which something waits or is worked on, those of other nodes and of earlier days too. */
    List<LaneKey> lanesWithWork(SourceName source);

    /**
     * Records attempts and what comes next, in one transaction.
     *
     * @return for each, whether it took effect; false when the lease was lost and somebody else has the event
     */
    List<Boolean> finish(List<Finish> finishes);

    /**
     * Runs work that begins and ends a transaction of its own on this database. Where a database lets only one
     * transaction write at a time, the others wait their turn meanwhile instead of meeting a lock.
     */
    default <T> T inTurn(Callable<T> work) throws Exception {
        return work.call();
    }

    /**
     * Begins such a transaction's part that writes. Must come before its first statement: SQLite refuses to write in a
     * transaction that has read what somebody else changed since.
     */
    default void beginIn(Connection connection) throws SQLException {}

    /**
     * Records the ends of attempts in the caller's open transaction on {@code connection}; they count once it commits.
     *
     * @return for each, whether the lease still held; where it did not, the caller must roll back
     */
    List<Boolean> finishIn(Connection connection, List<Finish> finishes) throws SQLException;

    /**
     * Runs {@code effect} and records the end in one transaction of this database: both are there afterwards, or neither
     * is. On SQLite the transaction holds the only write lock, so the effect must be short.
     *
     * @return false when the lease was lost; then the effect did not run
     * @throws EffectFailed when the effect threw; nothing is recorded and the lease goes on
     */
    boolean finish(Finish finish, Effect effect);

    /** What a piece of work does to the database that also holds the event. */
    @FunctionalInterface
    interface Effect {
        /** @param connection in the transaction; must not be committed, rolled back or closed */
        void apply(Connection connection) throws Exception;
    }
}
