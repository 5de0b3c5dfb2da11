package dev.surehook.engine.store.outbox;

import dev.surehook.engine.access.KeptAnswers;
import dev.surehook.engine.store.sql.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Kept answers; a call that is under way has a row without one. */
final class SqlKeptAnswers implements KeptAnswers {
    private static final String ADD =
            "INSERT INTO surehook_kept_answer (call_key, request, started_at) VALUES (?, ?, ?)";

    private static final String AGAIN = """
            UPDATE surehook_kept_answer SET request = ?, started_at = ?
            WHERE call_key = ? AND answer IS NULL AND started_at < ?
            """;

    private static final String BEGUN = "SELECT request, answer FROM surehook_kept_answer WHERE call_key = ?";

    /** When the oldest of so many was begun, along the index on the time. */
    private static final String OLDEST_OF =
            "SELECT started_at FROM surehook_kept_answer ORDER BY started_at DESC LIMIT 1 OFFSET ?";

    private final Database database;

    SqlKeptAnswers(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Begun> begin(byte[] key, byte[] request, Duration lost) {
        return database.write(connection -> {
            long now = database.now(connection);
            if (added(connection, key, request, now) || begunAgain(connection, key, request, now, lost)) {
                return Optional.empty();
            }
            // The row may be another's until its transaction ends, so it is there now, or was forgotten a moment ago.
            return begun(connection, key).or(() -> Optional.of(new Begun(request, Optional.empty())));
        });
    }

    private boolean added(Connection connection, byte[] key, byte[] request, long now) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(database.dialect().unlessThere(ADD))) {
            insert.setBytes(1, key);
            insert.setBytes(2, request);
            insert.setLong(3, now);
            return database.dialect().insertUnlessThere(insert) == 1;
        }
    }

    private static boolean begunAgain(Connection connection, byte[] key, byte[] request, long now, Duration lost)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(AGAIN)) {
            update.setBytes(1, request);
            update.setLong(2, now);
            update.setBytes(3, key);
            update.setLong(4, now - lost.toMillis());
            return update.executeUpdate() == 1;
        }
    }

    private static Optional<Begun> begun(Connection connection, byte[] key) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(BEGUN)) {
            select.setBytes(1, key);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(new Begun(row.getBytes(1), Optional.ofNullable(row.getBytes(2))))
                        : Optional.empty();
            }
        }
    }

    @Override
    public void answered(byte[] key, byte[] sealed) {
        change("UPDATE surehook_kept_answer SET answer = ? WHERE call_key = ?", sealed, key);
    }

    @Override
    public void forget(byte[] key) {
        change("DELETE FROM surehook_kept_answer WHERE call_key = ?", key);
    }

    private void change(String sql, byte[]... values) {
        Object ignored = database.write(connection -> {
            try (PreparedStatement change = connection.prepareStatement(sql)) {
                for (int i = 0; i < values.length; i++) {
                    change.setBytes(i + 1, values[i]);
                }
                return change.executeUpdate();
            }
        });
    }

    @Override
    public void purge(Duration age, int most) {
        Object ignored = database.write(connection -> {
            long until = Math.max(database.now(connection) - age.toMillis(), oldestOf(connection, most));
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM surehook_kept_answer WHERE started_at <= ?")) {
                delete.setLong(1, until);
                return delete.executeUpdate();
            }
        });
    }

    private static long oldestOf(Connection connection, int most) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(OLDEST_OF)) {
            select.setInt(1, most);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }
}
