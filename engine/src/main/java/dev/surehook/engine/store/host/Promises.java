package dev.surehook.engine.store.host;

import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** What a database must promise before a 2xx may be given: a commit that it confirmed is there after a power cut. */
final class Promises {
    private static final String LOSES = " and may lose events that were acknowledged: ";
    private static final int SQLITE_FULL = 2;

    private Promises() {}

    /** Needed for {@code SKIP LOCKED}: without it no setting helps. */
    static void requireUsable(Connection connection) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        int major = about.getDatabaseMajorVersion();
        if (major < 10 || (major == 10 && about.getDatabaseMinorVersion() < 6)) {
            throw new StartFailure(
                    "MariaDB " + major + "." + about.getDatabaseMinorVersion() + " is too old: use 10.6 or later");
        }
    }

    /** Which promise is not kept, as one line that says what to set; nothing when all are. */
    static Optional<String> broken(Connection connection, Dialect dialect) throws SQLException {
        return switch (dialect) {
            case POSTGRESQL -> postgresql(connection);
            case MARIADB -> mariaDb(connection);
            case SQLITE -> sqlite(connection);
            case H2 -> Optional.empty();
        };
    }

    private static Optional<String> postgresql(Connection connection) throws SQLException {
        if (value(connection, "SHOW fsync").equals("off")) {
            return Optional.of("PostgreSQL runs with fsync = off" + LOSES + "set fsync = on");
        }
        if (value(connection, "SHOW synchronous_commit").equals("off")) {
            return Optional.of("PostgreSQL has synchronous_commit = off for this user or database" + LOSES
                    + "set synchronous_commit = on");
        }
        return Optional.empty();
    }

    private static Optional<String> mariaDb(Connection connection) throws SQLException {
        String flush = value(connection, "SELECT @@innodb_flush_log_at_trx_commit");
        return flush.equals("1")
                ? Optional.empty()
                : Optional.of("MariaDB runs with innodb_flush_log_at_trx_commit = " + flush + LOSES
                        + "set innodb_flush_log_at_trx_commit = 1");
    }

    private static Optional<String> sqlite(Connection connection) throws SQLException {
        String synchronous = value(connection, "PRAGMA synchronous");
        return Integer.parseInt(synchronous) >= SQLITE_FULL
                ? Optional.empty()
                : Optional.of("the application's SQLite connections have synchronous = "
                        + (synchronous.equals("1") ? "NORMAL" : "OFF") + LOSES
                        + "set synchronous = FULL for every connection of the pool");
    }

    private static String value(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }
}
