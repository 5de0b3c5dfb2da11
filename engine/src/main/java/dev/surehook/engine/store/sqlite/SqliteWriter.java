package dev.surehook.engine.store.sqlite;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.store.sql.Database.SqlWork;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The one connection that writes. Every transaction takes the turn, so inside the process nobody ever meets a locked
 * database; a lock from outside, a full disk or a broken file becomes {@link StoreUnavailable}. After an error that is
 * not a plain wait the connection is replaced.
 */
final class SqliteWriter implements AutoCloseable {
    /** How long a transaction waits for its turn: less than a request's patience. */
    private static final Duration TURN = Duration.ofMillis(2_500);

    /**
     * Changes nothing and takes the write lock. What a transaction reads before it holds the lock may be out of date by
     * the time it writes, and SQLite then refuses it without waiting.
     */
    private static final String TAKE_LOCK = "DELETE FROM surehook_setting WHERE name IS NULL";

    private final DataSource source;
    private final KeyTail tail;
    // Fair, so that a purge or a finish gets its turn between commits, and they between it.
    private final ReentrantLock turn = new ReentrantLock(true);
    private @Nullable Session session;
    private final AtomicLong bytesSinceCheckpoint = new AtomicLong();
    private boolean closed;

    SqliteWriter(DataSource source, KeyTail tail) {
        this.source = source;
        this.tail = tail;
    }

    /** The connection with what is prepared on it. */
    record Session(Connection connection, PreparedStatement lock, Appender appender) {}

    @FunctionalInterface
    interface SessionWork<T> {
        T run(Session session) throws SQLException;
    }

    <T> T write(SqlWork<T> work) {
        return inTransaction(open -> work.run(open.connection()));
    }

    /** One transaction; returns after its fsync. */
    <T> T inTransaction(SessionWork<T> work) {
        return inTransaction(work, (open, result) -> {});
    }

    /** One transaction, and on the same turn what has to follow its commit. */
    <T> T inTransaction(SessionWork<T> work, BiConsumer<Session, T> committed) {
        return onTurn(open -> {
            try {
                open.lock().executeUpdate();
                T result = work.run(open);
                open.connection().commit();
                committed.accept(open, result);
                return result;
            } catch (SQLException | RuntimeException e) {
                rollback(open, e);
                throw e;
            }
        });
    }

    /** Runs {@code work} while nobody writes, outside a transaction. */
    <T> T onTurn(SessionWork<T> work) {
        awaitTurn();
        try {
            return work.run(open());
        } catch (SQLException e) {
            if (!isBusy(e)) {
                discard();
            }
            throw new StoreUnavailable(describe(e), e);
        } catch (Error e) {
            // Wherever it came from: what was begun must not be in the next transaction, and what is in memory may lack
            // what was committed.
            discard();
            throw e;
        } finally {
            turn.unlock();
        }
    }

    private void awaitTurn() {
        try {
            if (!turn.tryLock(TURN.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StoreUnavailable("another write has been under way for " + TURN.toMillis() + " ms");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailable("interrupted while waiting to write", e);
        }
    }

    private Session open() throws SQLException {
        if (closed) {
            throw new SQLException("the store is closed");
        }
        Session current = session;
        if (current == null) {
            Connection connection = source.getConnection();
            try {
                Checkpoints.takeOver(connection);
                connection.setAutoCommit(false);
                current =
                        new Session(connection, connection.prepareStatement(TAKE_LOCK), new Appender(connection, tail));
                connection.commit();
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
            session = current;
        }
        return current;
    }

    private void rollback(Session open, Exception cause) {
        try {
            open.connection().rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
            discard();
        }
    }

    private void discard() {
        Session broken = session;
        session = null;
        if (broken != null) {
            try {
                broken.connection().close();
            } catch (SQLException e) {
                // It was broken already; the next transaction opens a new one.
            }
        }
    }

    private static boolean isBusy(SQLException e) {
        return e instanceof SQLiteException sqlite
                && (sqlite.getResultCode() == SQLiteErrorCode.SQLITE_BUSY
                        || sqlite.getResultCode() == SQLiteErrorCode.SQLITE_FULL);
    }

    private static String describe(SQLException e) {
        if (e instanceof SQLiteException sqlite) {
            return switch (sqlite.getResultCode()) {
                case SQLITE_BUSY, SQLITE_BUSY_SNAPSHOT -> "another process holds the lock of the SQLite file";
                case SQLITE_FULL -> "the disk is full";
                default -> "SQLite failed: " + sqlite.getResultCode();
            };
        }
        return "SQLite failed: " + e.getMessage();
    }

    void wrote(long bytes) {
        bytesSinceCheckpoint.addAndGet(bytes);
    }

    long bytesSinceCheckpoint() {
        return bytesSinceCheckpoint.get();
    }

    void checkpointed() {
        bytesSinceCheckpoint.set(0);
    }

    @Override
    public void close() {
        turn.lock();
        try {
            closed = true;
            discard();
        } finally {
            turn.unlock();
        }
    }
}
