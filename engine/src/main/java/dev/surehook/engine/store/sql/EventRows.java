package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.HeaderCodec;
import dev.surehook.engine.event.OrderKey;
import dev.surehook.engine.event.SourceName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rows of surehook_inbox_event as events. */
final class EventRows {
    /** So many are loaded at once whatever their size; a slot each can hold them. */
    private static final int FEW = 64;
    /** Bodies that many events may have together. */
    private static final long MOST_BYTES = 32L << 20;

    private static final String SELECT =
            "SELECT e.id, e.event_id, e.type, e.received_at, e.order_key, e.headers, e.body FROM surehook_inbox_event e";

    /** The sizes are added up in rows without their bodies. */
    private static final String WITHIN_MOST_BYTES = """
             JOIN (SELECT id, size, sum(size) OVER (ORDER BY id) AS through FROM surehook_inbox_event WHERE id %s) s ON s.id = e.id
            WHERE s.through - s.size < ?
            """;

    private final Dialect dialect;

    EventRows(Dialect dialect) {
        this.dialect = dialect;
    }

    /**
     * The events with these numbers; those that are gone are left out, and of many those that would need too much memory.
     *
     * @param ids in order
     */
    Loaded load(Connection connection, SourceName source, List<Long> ids) throws SQLException {
        boolean many = ids.size() > FEW;
        String among = dialect.among(ids.size());
        String sql = SELECT + (many ? WITHIN_MOST_BYTES.formatted(among) : " WHERE e.id " + among);
        Map<Long, Row> rows = new HashMap<>(ids.size() * 2);
        long last = many ? 0 : Long.MAX_VALUE;
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            int next = dialect.setAmong(select, 1, ids);
            if (many) {
                select.setLong(next, MOST_BYTES);
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    long id = row.getLong("id");
                    byte[] key = row.getBytes("order_key");
                    rows.put(
                            id,
                            new Row(event(row, source), Optional.ofNullable(key).map(OrderKey::fromBytes)));
                    last = Math.max(last, id);
                }
            }
        }
        return new Loaded(rows, last);
    }

    /** @param last the highest number up to which nothing that is there was left out */
    record Loaded(Map<Long, Row> rows, long last) {}

    record Row(Event event, Optional<OrderKey> orderKey) {}

    static Event event(ResultSet row, SourceName source) throws SQLException {
        return new Event(
                source,
                row.getString("event_id"),
                row.getString("type"),
                Instant.ofEpochMilli(row.getLong("received_at")),
                HeaderCodec.decode(row.getBytes("headers")),
                row.getBytes("body"));
    }
}
