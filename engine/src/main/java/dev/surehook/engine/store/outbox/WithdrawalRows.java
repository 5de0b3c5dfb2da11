package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.engine.outbox.DeliveryRef;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Withdrawals that are under way, and the deliveries that they may be about. */
final class WithdrawalRows {
    private static final String OF_ENDPOINT = """
            SELECT version, made_at, types_before, types_after, passed FROM surehook_endpoint_edit
            WHERE endpoint_id = ? ORDER BY version
            """;

    private static final String ADD = """
            INSERT INTO surehook_endpoint_edit (endpoint_id, version, made_at, types_before, types_after, passed)
            VALUES (?, ?, ?, ?, ?, ?)
            """;

    /** Along the key. */
    private static final String PARKED = """
            SELECT p.event_id, p.attempt, e.type, d.created_at FROM surehook_delivery_parked p
            JOIN surehook_delivery d ON d.event_id = p.event_id AND d.endpoint_id = p.endpoint_id
            JOIN surehook_outbox_event e ON e.id = p.event_id
            WHERE p.endpoint_id = ? AND p.event_id > ? AND p.state IN ('failed', 'not_sent')
            ORDER BY p.event_id LIMIT ?
            """;

    /** Along the key. */
    private static final String QUEUED = """
            SELECT q.event_id, q.due_at, q.attempt, q.budget_from, q.busy_until, e.type, d.created_at
            FROM surehook_delivery_queue q
            JOIN surehook_delivery d ON d.event_id = q.event_id AND d.endpoint_id = q.endpoint_id
            JOIN surehook_outbox_event e ON e.id = q.event_id
            WHERE q.endpoint_id = ? AND q.due_at >= ? AND (q.due_at > ? OR q.event_id > ?)
            ORDER BY q.due_at, q.event_id LIMIT ?
            """;

    private WithdrawalRows() {}

    /** A delivery, with what decides whether a withdrawal is about it. */
    record Found(QueueRow row, String type, long createdAt) {}

    static List<Found> parked(Connection connection, long endpoint, long afterEvent, int most) throws SQLException {
        List<Found> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(PARKED)) {
            select.setLong(1, endpoint);
            select.setLong(2, afterEvent);
            select.setInt(3, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.add(new Found(
                            new QueueRow(
                                    new DeliveryRef(row.getLong("event_id"), endpoint), 0, row.getInt("attempt"), 0, 0),
                            row.getString("type"),
                            row.getLong("created_at")));
                }
            }
        }
        return found;
    }

    /** @param afterDue and {@code afterEvent}: the place in the queue after which they stand */
    static List<Found> queued(Connection connection, long endpoint, long afterDue, long afterEvent, int most)
            throws SQLException {
        List<Found> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(QUEUED)) {
            select.setLong(1, endpoint);
            select.setLong(2, afterDue);
            select.setLong(3, afterDue);
            select.setLong(4, afterEvent);
            select.setInt(5, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.add(new Found(
                            new QueueRow(
                                    new DeliveryRef(row.getLong("event_id"), endpoint),
                                    row.getLong("due_at"),
                                    row.getInt("attempt"),
                                    row.getInt("budget_from"),
                                    row.getLong("busy_until")),
                            row.getString("type"),
                            row.getLong("created_at")));
                }
            }
        }
        return found;
    }

    static List<Withdrawal> of(Connection connection, long endpoint) throws SQLException {
        List<Withdrawal> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(OF_ENDPOINT)) {
            select.setLong(1, endpoint);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    String before = row.getString("types_before");
                    found.add(new Withdrawal(
                            endpoint,
                            row.getLong("version"),
                            row.getLong("made_at"),
                            before == null
                                    ? Optional.empty()
                                    : Optional.of(
                                            new Withdrawal.Types(types(before), types(row.getString("types_after")))),
                            row.getInt("passed") != 0));
                }
            }
        }
        return found;
    }

    static void add(Connection connection, Withdrawal withdrawal) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD)) {
            insert.setLong(1, withdrawal.endpoint());
            insert.setLong(2, withdrawal.version());
            insert.setLong(3, withdrawal.madeAt());
            insert.setString(
                    4, withdrawal.types().map(types -> text(types.before())).orElse(null));
            insert.setString(
                    5, withdrawal.types().map(types -> text(types.after())).orElse(null));
            insert.setInt(6, withdrawal.passed() ? 1 : 0);
            insert.executeUpdate();
        }
    }

    /** As an endpoint's rules are written. */
    private static String text(List<String> types) {
        return DraftText.write(new EndpointDraft("", "", types, Optional.empty(), Map.of(), LaneLimits.STANDARD));
    }

    private static List<String> types(String text) {
        return DraftText.read("", "", text).types();
    }

    static void passed(Connection connection, Withdrawal withdrawal) throws SQLException {
        change(
                connection,
                "UPDATE surehook_endpoint_edit SET passed = 1 WHERE endpoint_id = ? AND version = ?",
                withdrawal);
    }

    static void remove(Connection connection, Withdrawal withdrawal) throws SQLException {
        change(connection, "DELETE FROM surehook_endpoint_edit WHERE endpoint_id = ? AND version = ?", withdrawal);
    }

    private static void change(Connection connection, String sql, Withdrawal withdrawal) throws SQLException {
        try (PreparedStatement change = connection.prepareStatement(sql)) {
            change.setLong(1, withdrawal.endpoint());
            change.setLong(2, withdrawal.version());
            change.executeUpdate();
        }
    }

    /** Endpoints that have any. */
    static Set<Long> endpoints(Connection connection) throws SQLException {
        Set<Long> endpoints = new TreeSet<>();
        try (PreparedStatement select = connection.prepareStatement("SELECT endpoint_id FROM surehook_endpoint_edit");
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                endpoints.add(row.getLong(1));
            }
        }
        return endpoints;
    }
}
