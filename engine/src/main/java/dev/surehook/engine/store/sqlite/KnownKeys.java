package dev.surehook.engine.store.sqlite;

import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.inbox.NewEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which of a batch's keys were stored before. Both places that hold keys are looked at inside the transaction of the
 * write connection, which is the only writer: nothing can come between the look and the insert.
 */
final class KnownKeys {
    /** Keys asked for with one statement; the rest of a batch goes one by one. */
    private static final int AT_ONCE = 16;

    private static final String SELECT_ONE = "SELECT key, id FROM surehook_inbox_key WHERE key = ?";

    private static final String SELECT_MANY =
            "SELECT key, id FROM surehook_inbox_key WHERE key IN (" + "?, ".repeat(AT_ONCE - 1) + "?)";

    private static final String TAIL_ROW =
            "SELECT first_id, keys FROM surehook_inbox_key_tail WHERE first_id <= ? ORDER BY first_id DESC LIMIT 1";

    private final KeyTail tail;
    private final PreparedStatement selectOne;
    private final PreparedStatement selectMany;
    private final PreparedStatement tailRow;

    KnownKeys(Connection connection, KeyTail tail) throws SQLException {
        this.tail = tail;
        selectOne = connection.prepareStatement(SELECT_ONE);
        selectMany = connection.prepareStatement(SELECT_MANY);
        tailRow = connection.prepareStatement(TAIL_ROW);
    }

    Map<EventKey, Long> find(List<NewEvent> events) throws SQLException {
        Map<EventKey, Long> found = new HashMap<>();
        List<EventKey> rest = new ArrayList<>(events.size());
        for (NewEvent event : events) {
            EventKey key = event.key();
            long id = tail.get(key.high(), key.low());
            if (id != KeyTail.NONE && isInTail(key, id)) {
                found.put(key, id);
            } else {
                rest.add(key);
            }
        }
        int from = 0;
        for (; rest.size() - from >= AT_ONCE; from += AT_ONCE) {
            select(selectMany, rest.subList(from, from + AT_ONCE), found);
        }
        for (; from < rest.size(); from++) {
            select(selectOne, rest.subList(from, from + 1), found);
        }
        return found;
    }

    private static void select(PreparedStatement select, List<EventKey> keys, Map<EventKey, Long> found)
            throws SQLException {
        for (int i = 0; i < keys.size(); i++) {
            select.setBytes(i + 1, keys.get(i).bytes());
        }
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                found.put(EventKey.fromBytes(row.getBytes(1)), row.getLong(2));
            }
        }
    }

    /** The tail in memory holds half of each key; the other half is in its row. */
    private boolean isInTail(EventKey key, long id) throws SQLException {
        tailRow.setLong(1, id);
        try (ResultSet row = tailRow.executeQuery()) {
            if (!row.next()) {
                return false;
            }
            byte[] keys = row.getBytes(2);
            int at = (int) (id - row.getLong(1)) * EventKey.LENGTH;
            return at + EventKey.LENGTH <= keys.length
                    && Arrays.equals(keys, at, at + EventKey.LENGTH, key.bytes(), 0, EventKey.LENGTH);
        }
    }
}
