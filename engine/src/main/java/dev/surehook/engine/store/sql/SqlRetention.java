package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.OrderKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.retention.RetentionStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Deletes old events by ranges of their numbers, which grow with time; needs no index beside the primary key. */
final class SqlRetention implements RetentionStore {
    /** Numbers and times may disagree by this much: nodes take their numbers before they commit. */
    private static final long DISORDER_MS = Duration.ofMinutes(10).toMillis();

    private static final String NEXT = """
            SELECT e.id, e.source_id, e.lane_id, e.order_key, e.received_at,
                   EXISTS (SELECT 1 FROM surehook_inbox_ready r WHERE r.lane_id = e.lane_id AND r.id = e.id)
                   OR EXISTS (SELECT 1 FROM surehook_inbox_retry t WHERE t.id = e.id)
                   OR EXISTS (SELECT 1 FROM surehook_inbox_blocked b WHERE b.id = e.id)
                   OR EXISTS (SELECT 1 FROM surehook_inbox_parked p WHERE p.id = e.id AND p.parked_at >= ?) AS spared
            FROM surehook_inbox_event e WHERE e.id > ? ORDER BY e.id LIMIT ?
            """;

    private static final List<String> DELETES = List.of(
            "DELETE FROM surehook_inbox_attempt WHERE id = ?",
            "DELETE FROM surehook_inbox_conflict WHERE id = ?",
            "DELETE FROM surehook_inbox_parked WHERE id = ?",
            "DELETE FROM surehook_inbox_event WHERE id = ?");

    /** So that a store that numbers events itself never gives a number twice. */
    private static final String REMEMBER_LAST = """
            INSERT INTO surehook_setting (name, value) VALUES ('last-purged-id', ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            WHERE CAST(excluded.value AS BIGINT) > CAST(surehook_setting.value AS BIGINT)
            """;

    private final Database database;
    private final SourceIds sources;
    private final OrderRows orders;

    SqlRetention(Database database, SourceIds sources) {
        this.database = database;
        this.sources = sources;
        this.orders = new OrderRows(database.dialect());
    }

    @Override
    public Purged purge(SourceName source, Instant cutoff, long from, int limit) {
        int sourceId = sources.idOf(source);
        Step step = database.read(connection -> look(connection, sourceId, cutoff.toEpochMilli(), from, limit));
        if (!step.ids.isEmpty()) {
            database.write(connection -> delete(connection, step));
        }
        return new Purged(step.ids.size(), step.next);
    }

    private static Step look(Connection connection, int sourceId, long cutoff, long from, int limit)
            throws SQLException {
        Step step = new Step();
        int rows = 0;
        try (PreparedStatement select = connection.prepareStatement(NEXT)) {
            select.setLong(1, cutoff);
            select.setLong(2, from);
            select.setInt(3, limit);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    rows++;
                    long receivedAt = row.getLong("received_at");
                    if (receivedAt >= cutoff + DISORDER_MS) {
                        return step;
                    }
                    step.last = row.getLong("id");
                    if (row.getInt("source_id") == sourceId && receivedAt < cutoff && !row.getBoolean("spared")) {
                        step.ids.add(step.last);
                        byte[] key = row.getBytes("order_key");
                        if (key != null) {
                            step.keys.put(step.last, new OrderedKey(row.getInt("lane_id"), OrderKey.fromBytes(key)));
                        }
                    }
                }
            }
        }
        step.next = rows == limit ? step.last : DONE;
        return step;
    }

    /** An event that was replayed since the look is spared as well: its work row stands, and the delete checks it. */
    private int delete(Connection connection, Step step) throws SQLException {
        if (!step.keys.isEmpty()) {
            // Before anything else, as everybody does it who changes the order of a key.
            orders.lockThere(connection, new TreeSet<>(step.keys.values()));
        }
        List<Long> free = new ArrayList<>();
        try (PreparedStatement waits = connection.prepareStatement("""
                SELECT EXISTS (SELECT 1 FROM surehook_inbox_ready r JOIN surehook_inbox_event e ON e.lane_id = r.lane_id AND e.id = r.id
                               WHERE e.id = ?)
                    OR EXISTS (SELECT 1 FROM surehook_inbox_retry t WHERE t.id = ?)
                    OR EXISTS (SELECT 1 FROM surehook_inbox_blocked b WHERE b.id = ?)
                """)) {
            for (long id : step.ids) {
                waits.setLong(1, id);
                waits.setLong(2, id);
                waits.setLong(3, id);
                try (ResultSet row = waits.executeQuery()) {
                    if (row.next() && !row.getBoolean(1)) {
                        free.add(id);
                    }
                }
            }
        }
        for (String sql : DELETES) {
            try (PreparedStatement delete = connection.prepareStatement(sql)) {
                for (long id : free) {
                    delete.setLong(1, id);
                    delete.addBatch();
                }
                delete.executeBatch();
            }
        }
        letNextGoOn(connection, step, free);
        if (!database.dialect().numbersEvents()) {
            rememberLast(connection, step.ids.get(step.ids.size() - 1));
        }
        return free.size();
    }

    /** A parked event may have held up the later ones of its key. */
    private void letNextGoOn(Connection connection, Step step, List<Long> gone) throws SQLException {
        for (long id : gone) {
            OrderedKey key = step.keys.get(id);
            if (key != null) {
                orders.letNextGoOn(connection, database, Map.of(key, id));
            }
        }
    }

    private static void rememberLast(Connection connection, long id) throws SQLException {
        try (PreparedStatement remember = connection.prepareStatement(REMEMBER_LAST)) {
            remember.setString(1, Long.toString(id));
            remember.executeUpdate();
        }
    }

    private static final class Step {
        private final List<Long> ids = new ArrayList<>();
        private final Map<Long, OrderedKey> keys = new HashMap<>();
        private long last;
        private long next = DONE;
    }
}
