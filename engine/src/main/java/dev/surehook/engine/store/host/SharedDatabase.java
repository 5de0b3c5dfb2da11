package dev.surehook.engine.store.host;

import dev.surehook.engine.store.sql.Dialect;
import dev.surehook.engine.store.sql.Loan;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import javax.sql.DataSource;

/** PostgreSQL, MariaDB or H2: many transactions write at the same time. */
final class SharedDatabase extends HostDatabase {
    private static final String POSTGRESQL_NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

    /** Counted from UTC: a session's time zone may have an hour twice a year. */
    private static final String MARIADB_NOW =
            "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000";

    /** Holds for the next transaction only. */
    private static final String READ_COMMITTED = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

    private final InstantSource clock;
    private final boolean setsIsolation;

    /**
     * @param isolation what the pool's connections have. Ours read what others committed while they waited for a key, and
     *     must not lock the gaps between rows, as MariaDB's default does.
     */
    SharedDatabase(DataSource source, Dialect dialect, InstantSource clock, int isolation) {
        super(source, dialect);
        this.clock = clock;
        this.setsIsolation = isolation != Connection.TRANSACTION_READ_COMMITTED;
    }

    @Override
    <T> T once(SqlWork<T> work) throws SQLException {
        try (Loan loan = Loan.forTransaction(source())) {
            Connection connection = loan.connection();
            int before = isolate(connection);
            try {
                T result = work.run(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException | Error e) {
                loan.rollback(e);
                throw e;
            } finally {
                if (before != Connection.TRANSACTION_NONE) {
                    connection.setTransactionIsolation(before);
                }
            }
        }
    }

    /** The level to go back to; none where the change ends with the transaction. */
    private int isolate(Connection connection) throws SQLException {
        if (!setsIsolation) {
            return Connection.TRANSACTION_NONE;
        }
        if (dialect() == Dialect.H2) {
            int before = connection.getTransactionIsolation();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            return before;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(READ_COMMITTED);
        }
        return Connection.TRANSACTION_NONE;
    }

    @Override
    public long now(Connection connection) throws SQLException {
        return switch (dialect()) {
            case POSTGRESQL -> now(connection, POSTGRESQL_NOW);
            case MARIADB -> now(connection, MARIADB_NOW);
            case H2, SQLITE -> clock.millis();
        };
    }

    private static long now(Connection connection, String sql) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
