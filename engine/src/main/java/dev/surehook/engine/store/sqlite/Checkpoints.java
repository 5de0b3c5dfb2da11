package dev.surehook.engine.store.sqlite;

import dev.surehook.engine.StoreUnavailable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * Moves pages from the write-ahead log into the file beside the writer, so that no commit pays for it. Most of the work
 * is done on a connection of its own while commits go on; then, on the writer's turn, the few pages that came meanwhile.
 * Only after that is the log empty and starts from its beginning again, which is what bounds its size.
 */
final class Checkpoints implements AutoCloseable {
    /** As much as the writer may add before a checkpoint: more would raise the rate a little and the p99 a lot. */
    private static final long TRIGGER_BYTES = 10L << 20;
    /** A log file that grew beyond this behind a long read is cut back. */
    private static final long SHRINK_PAGES = (64L << 20) / 4_096;

    private static final Duration LOOK_EVERY = Duration.ofMillis(50);
    private static final long IDLE_LOOKS = Duration.ofSeconds(2).dividedBy(LOOK_EVERY);

    private final DataSource source;
    private final SqliteWriter writer;
    private final Thread thread;
    private volatile boolean closing;

    Checkpoints(DataSource source, SqliteWriter writer) {
        this.source = source;
        this.writer = writer;
        this.thread = new Thread(this::run, "surehook-checkpoint");
        thread.setDaemon(true);
        thread.start();
    }

    /** Switches the automatic checkpoint of the writer's connection off: it would run inside a commit. */
    static void takeOver(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA wal_autocheckpoint = 0");
        }
    }

    private void run() {
        long looks = 0;
        while (!closing) {
            LockSupport.parkNanos(this, LOOK_EVERY.toNanos());
            long bytes = writer.bytesSinceCheckpoint();
            looks = bytes == 0 ? 0 : looks + 1;
            if (bytes > TRIGGER_BYTES || looks > IDLE_LOOKS) {
                looks = 0;
                checkpoint();
            }
        }
    }

    private void checkpoint() {
        try (Connection connection = source.getConnection()) {
            takeOver(connection);
            long pages = passive(connection);
            writer.checkpointed();
            writer.onTurn(open -> {
                // Its connection is in a transaction as soon as it runs a statement, so this one does the rest too.
                return pages > SHRINK_PAGES ? truncate(connection) : passive(connection);
            });
        } catch (SQLException | RuntimeException | Error e) {
            // Nothing is lost: the log keeps everything, and the next look tries again.
            LockSupport.parkNanos(this, Duration.ofSeconds(1).toNanos());
        }
    }

    /** Moves everything into the file and leaves no byte of the log behind; waits for readers for a moment. */
    void emptyLog() {
        try (Connection connection = source.getConnection()) {
            takeOver(connection);
            writer.onTurn(open -> truncate(connection));
        } catch (SQLException e) {
            throw new StoreUnavailable("the log cannot be emptied: " + e.getMessage(), e);
        }
    }

    private static long passive(Connection connection) throws SQLException {
        return run(connection, "PRAGMA wal_checkpoint(PASSIVE)");
    }

    private static long truncate(Connection connection) throws SQLException {
        return run(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
    }

    /** Pages in the log. */
    private static long run(Connection connection, String pragma) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(pragma)) {
            return row.next() ? row.getLong(2) : 0;
        }
    }

    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join(Duration.ofSeconds(5).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
