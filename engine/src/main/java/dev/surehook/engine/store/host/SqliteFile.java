package dev.surehook.engine.store.host;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.source.WorkRules;
import dev.surehook.engine.store.sql.Dialect;
import dev.surehook.engine.store.sql.Loan;
import dev.surehook.engine.work.NoTurn;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;

/**
 * An application's SQLite file, which one transaction at a time may write. Handlers and our own writes take turns, so
 * they never meet each other's lock; whatever else the application writes is waited for.
 */
final class SqliteFile extends HostDatabase {
    /** How long a write of ours waits, for its turn and the file's lock together: less than a request's patience. */
    private static final Duration PATIENCE = Duration.ofMillis(2_500);

    /**
     * Changes nothing and takes the write lock. What a transaction reads before it holds the lock may be out of date by
     * the time it writes, and SQLite then refuses it without waiting.
     */
    private static final String TAKE_LOCK = "DELETE FROM surehook_setting WHERE name IS NULL";

    private final InstantSource clock;
    /** Only one handler stands in line for the turn, so a write of ours waits for one handler and not for all of them. */
    private final ReentrantLock handlers = new ReentrantLock(true);

    private final ReentrantLock turn = new ReentrantLock(true);

    SqliteFile(DataSource source, InstantSource clock) {
        super(source, Dialect.SQLITE);
        this.clock = clock;
    }

    @Override
    public long now(Connection connection) {
        return clock.millis();
    }

    @Override
    <T> T inTurn(Callable<T> work) throws Exception {
        long deadline = System.nanoTime() + WorkRules.PATIENCE.toNanos();
        lockBefore(deadline, handlers);
        try {
            lockBefore(deadline, turn);
            try {
                return work.call();
            } finally {
                turn.unlock();
            }
        } finally {
            handlers.unlock();
        }
    }

    private static void lockBefore(long deadline, ReentrantLock lock) throws NoTurn {
        try {
            if (!lock.tryLock(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                throw new NoTurn("other handlers have been writing to the SQLite file for "
                        + WorkRules.PATIENCE.toSeconds() + " s, and SQLite lets only one transaction write");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoTurn("the node stopped while the attempt waited to write to the SQLite file", e);
        }
    }

    @Override
    void beginIn(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(TAKE_LOCK);
        }
    }

    @Override
    <T> T once(SqlWork<T> work) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        // The turn before the connection: a handler may have the only one of the pool.
        awaitTurn();
        try (Loan loan = Loan.forTransaction(source())) {
            return inTransaction(loan, deadline, work);
        } finally {
            turn.unlock();
        }
    }

    private void awaitTurn() {
        try {
            if (!turn.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StoreUnavailable("a handler has been writing to the SQLite file for " + PATIENCE.toMillis()
                        + " ms, and SQLite lets only one transaction write");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailable("interrupted while waiting to write", e);
        }
    }

    private <T> T inTransaction(Loan loan, long deadline, SqlWork<T> work) throws SQLException {
        Connection connection = loan.connection();
        int timeout = busyTimeout(connection);
        setBusyTimeout(connection, (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        try {
            beginIn(connection);
            T result = work.run(connection);
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            loan.rollback(e);
            throw e;
        } finally {
            setBusyTimeout(connection, timeout);
        }
    }

    private static int busyTimeout(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA busy_timeout")) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    private static void setBusyTimeout(Connection connection, int millis) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = " + millis);
        }
    }
}
