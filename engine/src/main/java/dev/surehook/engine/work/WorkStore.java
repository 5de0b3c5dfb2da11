package dev.surehook.engine.work;

import dev.surehook.engine.event.SourceName;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;

/** What working off asks of a store. */
public interface WorkStore {

    /**
     * Takes up to {@code limit} due events of a source, oldest first, under a lease by the store's time. The attempt is
     * counted before this returns, durably. Retries that are due and work whose lease has ended are among them.
     */
    List<Claimed> claim(SourceName source, int limit, Duration lease);

    /**
     * Records attempts and what comes next, in one transaction.
     *
     * @return for each, whether it took effect; false when the lease was lost and somebody else has the event
     */
    List<Boolean> finish(List<Finish> finishes);

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
