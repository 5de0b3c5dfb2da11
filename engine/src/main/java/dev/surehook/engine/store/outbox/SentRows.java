package dev.surehook.engine.store.outbox;

import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.profile.SendingProfile.End;
import dev.surehook.engine.profile.SendingProfile.Retention;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Old events and how their deliveries ended. */
final class SentRows {
    /** The primary key's order; the body is not read. */
    private static final String EVENTS = """
            SELECT e.id, e.published_at, a.profile FROM surehook_outbox_event e
            JOIN surehook_account a ON a.id = e.account_id WHERE e.id > ? ORDER BY e.id LIMIT ?
            """;

    /** A key search in each table for each delivery. */
    private static final String DELIVERIES = """
            SELECT d.event_id, d.endpoint_id, d.created_at, q.event_id AS queued, p.state, p.parked_at,
                   (SELECT max(a.started_at + a.took_ms) FROM surehook_delivery_attempt a
                    WHERE a.event_id = d.event_id AND a.endpoint_id = d.endpoint_id) AS tried_at
            FROM surehook_delivery d
            LEFT JOIN surehook_delivery_queue q ON q.event_id = d.event_id AND q.endpoint_id = d.endpoint_id
            LEFT JOIN surehook_delivery_parked p ON p.endpoint_id = d.endpoint_id AND p.event_id = d.event_id
            WHERE d.event_id
            """;

    private final Dialect dialect;

    SentRows(Dialect dialect) {
        this.dialect = dialect;
    }

    record Published(long id, long publishedAt, String profile) {}

    List<Published> events(Connection connection, long after, int most) throws SQLException {
        List<Published> events = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(EVENTS)) {
            select.setLong(1, after);
            select.setInt(2, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    events.add(new Published(row.getLong(1), row.getLong(2), row.getString(3)));
                }
            }
        }
        return events;
    }

    /** How many deliveries each has, where it has any. */
    Map<Long, Integer> counts(Connection connection, List<Long> events) throws SQLException {
        Map<Long, Integer> counts = new HashMap<>();
        String sql = "SELECT event_id, count(*) FROM surehook_delivery WHERE event_id " + dialect.among(events.size())
                + " GROUP BY event_id";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            dialect.setAmong(select, 1, events);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    counts.put(row.getLong(1), row.getInt(2));
                }
            }
        }
        return counts;
    }

    /** Those that were not given to their endpoints yet. */
    Set<Long> notGivenOut(Connection connection, List<Long> events) throws SQLException {
        Set<Long> found = new HashSet<>();
        String sql = "SELECT id FROM surehook_outbox_fanout WHERE id " + dialect.among(events.size());
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            dialect.setAmong(select, 1, events);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.add(row.getLong(1));
                }
            }
        }
        return found;
    }

    /** @param end nothing while it waits, or is kept because its endpoint is switched off */
    record Sent(DeliveryRef ref, Optional<End> end, long endedAt) {
        boolean isOver(Retention rule, long now) {
            return end.map(how -> endedAt < now - rule.of(how).toMillis()).orElse(false);
        }
    }

    Map<Long, List<Sent>> deliveries(Connection connection, List<Long> events) throws SQLException {
        Map<Long, List<Sent>> found = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(DELIVERIES + dialect.among(events.size()))) {
            dialect.setAmong(select, 1, events);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Sent sent = read(row);
                    found.computeIfAbsent(sent.ref.event(), event -> new ArrayList<>())
                            .add(sent);
                }
            }
        }
        return found;
    }

    private static Sent read(ResultSet row) throws SQLException {
        DeliveryRef ref = new DeliveryRef(row.getLong("event_id"), row.getLong("endpoint_id"));
        row.getLong("queued");
        if (!row.wasNull()) {
            return new Sent(ref, Optional.empty(), 0);
        }
        String parked = row.getString("state");
        if (parked != null) {
            return new Sent(ref, end(Withdrawal.shown(parked)), row.getLong("parked_at"));
        }
        long triedAt = row.getLong("tried_at");
        return new Sent(ref, Optional.of(End.DONE), row.wasNull() ? row.getLong("created_at") : triedAt);
    }

    private static Optional<End> end(DeliveryState parked) {
        return switch (parked) {
            case FAILED -> Optional.of(End.FAILED);
            case CANCELLED -> Optional.of(End.CANCELLED);
            case DELIVERED -> Optional.of(End.DONE);
            case NOT_SENT, WAITING, SENDING, RETRYING -> Optional.empty();
        };
    }

    void delete(Connection connection, List<DeliveryRef> deliveries, List<Long> events) throws SQLException {
        for (String table : List.of("surehook_delivery_attempt", "surehook_delivery_parked", "surehook_delivery")) {
            Bulk.of(deliveries)
                    .number("event_id", DeliveryRef::event)
                    .number("endpoint_id", DeliveryRef::endpoint)
                    .deleteFrom(table, connection, dialect);
        }
        for (String table : List.of("surehook_outbox_conflict", "surehook_outbox_event")) {
            Bulk.of(events).number("id", id -> id).deleteFrom(table, connection, dialect);
        }
    }
}
