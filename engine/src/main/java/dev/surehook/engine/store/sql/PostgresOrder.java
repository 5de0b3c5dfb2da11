package dev.surehook.engine.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** PostgreSQL's form of letting the next events of locked keys go on: one statement for all. */
final class PostgresOrder {
    /**
     * A statement of its own after the one that locks: it must see what was committed while that one waited. Each step is a
     * key search.
     */
    private static final String LET_NEXT_GO_ON = """
            WITH ended AS (
                SELECT * FROM unnest(?, ?) AS e (lane_id, order_key)),
            next AS MATERIALIZED (
                SELECT e.lane_id, e.order_key, b.place, b.id, b.attempt
                FROM ended e CROSS JOIN LATERAL (
                    SELECT place, id, attempt FROM surehook_inbox_blocked
                    WHERE lane_id = e.lane_id AND order_key = e.order_key ORDER BY place LIMIT 1) b),
            unblocked AS (
                DELETE FROM surehook_inbox_blocked b USING next n
                WHERE b.lane_id = n.lane_id AND b.order_key = n.order_key AND b.place = n.place),
            ready AS (
                INSERT INTO surehook_inbox_ready (lane_id, id, due_at, attempt, budget_from)
                SELECT lane_id, id, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, attempt, attempt FROM next),
            led AS (
                UPDATE surehook_order_key k SET head = n.id FROM next n
                WHERE k.lane_id = n.lane_id AND k.order_key = n.order_key)
            DELETE FROM surehook_order_key k USING ended e
            WHERE k.lane_id = e.lane_id AND k.order_key = e.order_key
              AND NOT EXISTS (SELECT 1 FROM next n WHERE n.lane_id = e.lane_id AND n.order_key = e.order_key)
            """;

    /** Each a key search, in the order of keys. */
    private static final String LOCK = """
            SELECT k.lane_id, k.order_key, k.head, k.next_place FROM surehook_order_key k
            WHERE (k.lane_id, k.order_key) IN (SELECT * FROM unnest(?, ?)) ORDER BY k.lane_id, k.order_key FOR UPDATE OF k
            """;

    private PostgresOrder() {}

    static void lock(Connection connection, Collection<OrderedKey> keys, OrderRows.Locked locked) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(LOCK)) {
            setKeys(connection, select, keys);
            locked.read(select);
        }
    }

    static void letNextGoOn(Connection connection, List<KeyQueue> ended) throws SQLException {
        try (PreparedStatement change = connection.prepareStatement(LET_NEXT_GO_ON)) {
            setKeys(connection, change, ended.stream().map(KeyQueue::key).toList());
            change.executeUpdate();
        }
    }

    private static void setKeys(Connection connection, PreparedStatement statement, Collection<OrderedKey> keys)
            throws SQLException {
        Object[] lanes = keys.stream().map(OrderedKey::laneId).toArray();
        byte[][] values = keys.stream().map(key -> key.value().bytes()).toArray(byte[][]::new);
        statement.setArray(1, connection.createArrayOf("int4", lanes));
        statement.setArray(2, connection.createArrayOf("bytea", values));
    }
}
