package dev.surehook.engine.store.sql;

import dev.surehook.engine.store.StartFailure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one node after the other look at the tables and update them, on the connection that then does it: a pool may have
 * one only. Ends with the connection, also when a node dies.
 */
final class MigrationTurn {
    private static final ReentrantLock H2_TURN = new ReentrantLock();
    /** Any number that no other program uses: the first eight bytes of "surehook". */
    private static final long LOCK = 0x73757265686f6f6bL;

    /** Names of locks are the server's; one for each database on it. */
    private static final String LOCK_NAME = "CONCAT('surehook.', DATABASE())";

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration PATIENCE_WITH_FILES = Duration.ofSeconds(10);
    private static final int SQLITE_BUSY = 5;
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Connection connection;
    private final String take;
    private final String giveBack;

    private MigrationTurn(Connection connection, String take, String giveBack) {
        this.connection = connection;
        this.take = take;
        this.giveBack = giveBack;
    }

    static void run(Connection connection, Dialect dialect, Database.SqlWork<Boolean> migrations) throws SQLException {
        switch (dialect) {
            case POSTGRESQL ->
                new MigrationTurn(
                                connection,
                                "SELECT pg_try_advisory_lock(" + LOCK + ")",
                                "SELECT pg_advisory_unlock(" + LOCK + ")")
                        .run(migrations);
            case MARIADB ->
                new MigrationTurn(
                                connection,
                                "SELECT GET_LOCK(" + LOCK_NAME + ", 0)",
                                "SELECT RELEASE_LOCK(" + LOCK_NAME + ")")
                        .run(migrations);
            // Files lock themselves, and refuse who comes second.
            case SQLITE -> whenFree(connection, migrations);
            // Its nodes live in one process, and it cannot make one table twice at the same time.
            case H2 -> {
                H2_TURN.lock();
                try {
                    migrations.run(connection);
                } finally {
                    H2_TURN.unlock();
                }
            }
        }
    }

    private static void whenFree(Connection connection, Database.SqlWork<Boolean> migrations) throws SQLException {
        long deadline = System.nanoTime() + PATIENCE_WITH_FILES.toNanos();
        while (true) {
            try {
                migrations.run(connection);
                return;
            } catch (SQLException e) {
                if (SqlFault.code(Dialect.SQLITE, e) != SQLITE_BUSY || System.nanoTime() - deadline >= 0) {
                    throw e;
                }
                pause();
            }
        }
    }

    private void run(Database.SqlWork<Boolean> migrations) throws SQLException {
        await();
        try {
            migrations.run(connection);
        } finally {
            call(giveBack);
        }
    }

    /** Asks again and again: one long wait would end at the connection's socket timeout. */
    private void await() throws SQLException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!call(take)) {
            if (System.nanoTime() - deadline >= 0) {
                throw new StartFailure("another node has been updating the tables for " + PATIENCE.toMinutes()
                        + " minutes: look at that one first");
            }
            pause();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted while another node updates the tables", e);
        }
    }

    private boolean call(String sql) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(sql)) {
            return row.next() && row.getBoolean(1);
        }
    }
}
