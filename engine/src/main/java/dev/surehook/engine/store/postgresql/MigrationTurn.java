package dev.surehook.engine.store.postgresql;

import dev.surehook.engine.store.StartFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Lets one node after the other look at the tables and update them. Ends with the connection, also when a node dies. */
final class MigrationTurn {
    /** Any number that no other program uses: the first eight bytes of "surehook". */
    private static final long LOCK = 0x73757265686f6f6bL;

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration PAUSE = Duration.ofMillis(100);

    private MigrationTurn() {}

    static void run(DataSource source, Runnable migrations) {
        try (Connection connection = source.getConnection()) {
            await(connection);
            try {
                migrations.run();
            } finally {
                call(connection, "SELECT pg_advisory_unlock(?)");
            }
        } catch (SQLException e) {
            throw new StartFailure("the database's tables cannot be updated: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted while another node updates the tables", e);
        }
    }

    /** Asks again and again: one long wait would end at the connection's socket timeout. */
    private static void await(Connection connection) throws SQLException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!call(connection, "SELECT pg_try_advisory_lock(?)")) {
            if (System.nanoTime() - deadline >= 0) {
                throw new StartFailure("another node has been updating the tables for " + PATIENCE.toMinutes()
                        + " minutes: look at that one first");
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        }
    }

    private static boolean call(Connection connection, String sql) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, LOCK);
            try (ResultSet row = select.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }
}
