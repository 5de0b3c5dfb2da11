package dev.surehook.benchmarks.sending.contender;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Reads tallies from databases. */
final class Tallies {
    private Tallies() {}

    /** @param sql a row with the four numbers of a tally, in their order */
    static Tally read(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return new Tally(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
        }
    }
}
