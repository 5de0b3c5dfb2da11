package dev.surehook.benchmarks.handled;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A transaction that stays open and keeps PostgreSQL from clearing away whatever was deleted since it began. */
final class OpenTransaction implements AutoCloseable {
    private final Connection connection;

    private OpenTransaction(Connection connection) {
        this.connection = connection;
    }

    static OpenTransaction begin(String jdbcUrl) throws SQLException {
        Connection connection = DriverManager.getConnection(jdbcUrl);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            // Its snapshot holds what is dead back for all others.
            statement.execute("select txid_current()");
        }
        return new OpenTransaction(connection);
    }

    /** @throws SQLException when the server has ended it meanwhile */
    void requireOpen() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("select 1");
        }
    }

    @Override
    public void close() throws SQLException {
        connection.rollback();
        connection.close();
    }
}
