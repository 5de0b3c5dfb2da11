package dev.surehook.engine.store.host;

import dev.surehook.engine.event.EventKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One by one: H2 knows no insert that passes over a repeat, and refuses its statement without ending the transaction. */
final class H2KeyRows implements KeyRows {
    private static final String INSERT =
            "SELECT id FROM FINAL TABLE (INSERT INTO surehook_inbox_key (event_key) VALUES (?))";

    private static final String DUPLICATE = "23505";

    @Override
    public Map<EventKey, Long> add(Connection connection, List<EventKey> keys) throws SQLException {
        Map<EventKey, Long> fresh = new HashMap<>(keys.size() * 2);
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (EventKey key : keys) {
                insert.setBytes(1, key.bytes());
                insert(insert, key, fresh);
            }
        }
        return fresh;
    }

    private static void insert(PreparedStatement insert, EventKey key, Map<EventKey, Long> fresh) throws SQLException {
        try (ResultSet row = insert.executeQuery()) {
            row.next();
            fresh.put(key, row.getLong(1));
        } catch (SQLException e) {
            if (!DUPLICATE.equals(e.getSQLState())) {
                throw e;
            }
        }
    }
}
