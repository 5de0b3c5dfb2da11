package dev.surehook.engine.store.host;

import dev.surehook.engine.event.EventKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One statement for many keys; it gives back those that it inserted. */
final class MariaDbKeyRows implements KeyRows {
    private static final int AT_ONCE = 128;

    /** IGNORE forgives more than repeats, but of these two columns nothing else can go wrong. */
    private static final String INSERT =
            "INSERT IGNORE INTO surehook_inbox_key (event_key) VALUES %s RETURNING event_key, id";

    @Override
    public Map<EventKey, Long> add(Connection connection, List<EventKey> keys) throws SQLException {
        Map<EventKey, Long> fresh = new HashMap<>(keys.size() * 2);
        for (int from = 0; from < keys.size(); from += AT_ONCE) {
            insert(connection, keys.subList(from, Math.min(keys.size(), from + AT_ONCE)), fresh);
        }
        return fresh;
    }

    private static void insert(Connection connection, List<EventKey> keys, Map<EventKey, Long> fresh)
            throws SQLException {
        String rows = "(?)" + ", (?)".repeat(keys.size() - 1);
        try (PreparedStatement insert = connection.prepareStatement(INSERT.formatted(rows))) {
            for (int i = 0; i < keys.size(); i++) {
                insert.setBytes(i + 1, keys.get(i).bytes());
            }
            try (ResultSet row = insert.executeQuery()) {
                while (row.next()) {
                    fresh.put(EventKey.fromBytes(row.getBytes(1)), row.getLong(2));
                }
            }
        }
    }
}
