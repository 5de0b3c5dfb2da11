package dev.surehook.benchmarks.sending;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Rows that PostgreSQL counted in a database's tables since they were made, for each attempt on record. */
final class RowCounts {
    /** A connection reports what it did when it ends, at the latest. */
    private static final String OTHERS = """
            select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
            """;

    private static final String ROWS = """
            select relname, n_tup_ins, n_tup_upd, n_tup_hot_upd, n_tup_del from pg_stat_user_tables
            where n_tup_ins + n_tup_upd + n_tup_del >= ? order by n_tup_ins + n_tup_upd + n_tup_del desc, relname
            """;

    /** What has less than one row for so many attempts is left out. */
    private static final int RARE = 100;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private RowCounts() {}

    /** As a table in Markdown, once nobody else is connected. */
    static String of(String jdbcUrl, String attempts) throws SQLException, TimeoutException {
        try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
            awaitAlone(connection);
            long made = number(connection, "select count(*) from " + attempts);
            StringBuilder table = new StringBuilder(
                            "%,d attempts, with those of the warm-up; per attempt.\n\n".formatted(made))
                    .append(
                            "| table | inserted | updated | of these in place | deleted |\n|---|---:|---:|---:|---:|\n");
            try (PreparedStatement select = connection.prepareStatement(ROWS)) {
                select.setLong(1, made / RARE);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        table.append(line(row, (double) made));
                    }
                }
            }
            return table.toString();
        }
    }

    private static String line(ResultSet row, double made) throws SQLException {
        return String.format(
                Locale.ROOT,
                "| %s | %.3f | %.3f | %.3f | %.3f |%n",
                row.getString(1),
                row.getLong(2) / made,
                row.getLong(3) / made,
                row.getLong(4) / made,
                row.getLong(5) / made);
    }

    private static void awaitAlone(Connection connection) throws SQLException, TimeoutException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (number(connection, OTHERS) > 0) {
            if (System.nanoTime() > deadline) {
                throw new TimeoutException("somebody is still connected");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
