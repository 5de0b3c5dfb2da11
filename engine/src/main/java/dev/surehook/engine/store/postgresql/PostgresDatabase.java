package dev.surehook.engine.store.postgresql;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.store.sql.Database;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalLong;
import javax.sql.DataSource;

/** PostgreSQL through a pool. */
final class PostgresDatabase implements Database {
    private static final String NOW = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

    private static final String KEY_RANGE = "SELECT id FROM surehook_inbox_key WHERE key BETWEEN ? AND ? LIMIT 1";

    private final DataSource pool;

    PostgresDatabase(DataSource pool) {
        this.pool = pool;
    }

    /** In autocommit: a single statement is one round trip and durable when it returns. */
    @Override
    public <T> T read(SqlWork<T> work) {
        try (Connection connection = pool.getConnection()) {
            return work.run(connection);
        } catch (SQLException e) {
            throw unavailable(e);
        }
    }

    @Override
    public <T> T write(SqlWork<T> work) {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = work.run(connection);
                connection.commit();
                connection.setAutoCommit(true);
                return result;
            } catch (SQLException | RuntimeException | Error e) {
                // Returning the connection to the pool rolls back as well; this keeps the first error.
                rollback(connection, e);
                throw e;
            }
        } catch (SQLException e) {
            throw unavailable(e);
        }
    }

    private static void rollback(Connection connection, Throwable cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private static StoreUnavailable unavailable(SQLException e) {
        String state = e.getSQLState() == null ? "no state" : e.getSQLState();
        return new StoreUnavailable("PostgreSQL does not answer as it should (" + state + ")", e);
    }

    /** The server's clock, the same for every node. */
    @Override
    public long now(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(NOW);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRESQL;
    }

    @Override
    public OptionalLong idOf(EventRef ref) {
        return read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(KEY_RANGE)) {
                select.setBytes(1, EventKey.lowest(ref).bytes());
                select.setBytes(2, EventKey.highest(ref).bytes());
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
                }
            }
        });
    }
}
