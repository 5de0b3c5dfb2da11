package dev.surehook.engine.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A connection of somebody else's pool: it goes back as it came, whatever its owner's settings are. Used by one thread.
 */
public final class Loan implements AutoCloseable {
    private final Connection connection;
    private final boolean autoCommitBefore;
    private boolean unknown;

    private Loan(Connection connection, boolean autoCommitBefore) {
        this.connection = connection;
        this.autoCommitBefore = autoCommitBefore;
    }

    /** In autocommit each statement is a transaction of its own and sees all that was committed before. */
    public static Loan inAutoCommit(DataSource source) throws SQLException {
        return of(source, true);
    }

    /** Whoever asks for it ends its transaction. */
    public static Loan forTransaction(DataSource source) throws SQLException {
        return of(source, false);
    }

    private static Loan of(DataSource source, boolean autoCommit) throws SQLException {
        Connection connection = borrow(source);
        try {
            boolean before = connection.getAutoCommit();
            if (before != autoCommit) {
                connection.setAutoCommit(autoCommit);
            }
            return new Loan(connection, before);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** HikariCP says in an unchecked exception that its very first connection failed. */
    private static Connection borrow(DataSource source) throws SQLException {
        try {
            return source.getConnection();
        } catch (RuntimeException e) {
            throw new SQLException("the pool gives no connection: " + e.getMessage(), "08001", e);
        }
    }

    public Connection connection() {
        return connection;
    }

    /** Undoes what the transaction did; {@code cause} is the error that is told. */
    public void rollback(Throwable cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
            // To switch autocommit on now might commit what should be undone; the pool has to sort it out.
            unknown = true;
        }
    }

    @Override
    public void close() throws SQLException {
        try {
            if (!unknown && !connection.isClosed() && connection.getAutoCommit() != autoCommitBefore) {
                connection.setAutoCommit(autoCommitBefore);
            }
        } finally {
            connection.close();
        }
    }
}
