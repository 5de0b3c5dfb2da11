package dev.surehook.engine.store.host;

import dev.surehook.engine.event.EventKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers events itself: the transaction holds the only write lock, so the highest number is still the highest. */
final class SqliteKeyRows implements KeyRows {
    private static final String INSERT =
            "INSERT INTO surehook_inbox_key (key, id) VALUES (?, ?) ON CONFLICT DO NOTHING";

    /** Two key searches. Numbers of purged events do not come again. */
    private static final String HIGHEST_ID = """
            SELECT max(coalesce((SELECT max(id) FROM surehook_inbox_event), 0),
                       coalesce((SELECT CAST(value AS INTEGER) FROM surehook_setting WHERE name = 'last-purged-id'), 0))
            """;

    @Override
    public Map<EventKey, Long> add(Connection connection, List<EventKey> keys) throws SQLException {
        long next = 1 + highestId(connection);
        Map<EventKey, Long> fresh = new HashMap<>(keys.size() * 2);
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (EventKey key : keys) {
                insert.setBytes(1, key.bytes());
                insert.setLong(2, next);
                if (insert.executeUpdate() == 1) {
                    fresh.put(key, next++);
                }
            }
        }
        return fresh;
    }

    private static long highestId(Connection connection) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(HIGHEST_ID)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
