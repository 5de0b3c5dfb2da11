package dev.surehook.engine.store.outbox;

import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The queues of endpoints; their lanes are locked. */
final class QueueRows {
    private static final String TABLE = "surehook_delivery_queue";

    private static final String COLUMNS = "q.endpoint_id, q.due_at, q.event_id, q.attempt, q.budget_from, q.busy_until";

    private static final String FRONTS = """
            SELECT q.* FROM unnest(?, ?) AS w (endpoint_id, most), LATERAL (
                SELECT %s FROM surehook_delivery_queue q
                WHERE q.endpoint_id = w.endpoint_id ORDER BY q.due_at, q.event_id LIMIT w.most) q
            """.formatted(COLUMNS);

    private static final String FRONT = "SELECT " + COLUMNS
            + " FROM surehook_delivery_queue q WHERE q.endpoint_id = ? ORDER BY q.due_at, q.event_id LIMIT ?";

    private static final String OF_REFS = "SELECT " + COLUMNS + """
             FROM unnest(?, ?) AS w (event_id, endpoint_id)
            JOIN surehook_delivery_queue q ON q.event_id = w.event_id AND q.endpoint_id = w.endpoint_id
            """;

    private static final String OF_REF =
            "SELECT " + COLUMNS + " FROM surehook_delivery_queue q WHERE q.event_id = ? AND q.endpoint_id = ?";

    private final Dialect dialect;

    QueueRows(Dialect dialect) {
        this.dialect = dialect;
    }

    /** The first rows of each lane's queue, in order. */
    Map<Long, List<QueueRow>> fronts(Connection connection, List<LaneRow> lanes) throws SQLException {
        Map<Long, List<QueueRow>> fronts = new HashMap<>();
        lanes.forEach(lane -> fronts.put(lane.endpoint(), new ArrayList<>()));
        if (lanes.isEmpty()) {
            return fronts;
        }
        if (dialect == Dialect.POSTGRESQL) {
            try (PreparedStatement select = connection.prepareStatement(FRONTS)) {
                select.setArray(
                        1,
                        connection.createArrayOf(
                                "int8", lanes.stream().map(LaneRow::endpoint).toArray()));
                select.setArray(
                        2,
                        connection.createArrayOf(
                                "int4", lanes.stream().map(LaneTurn::front).toArray()));
                read(select)
                        .forEach(row -> fronts.getOrDefault(row.endpoint(), new ArrayList<>())
                                .add(row));
            }
            return fronts;
        }
        try (PreparedStatement select = connection.prepareStatement(FRONT)) {
            for (LaneRow lane : lanes) {
                select.setLong(1, lane.endpoint());
                select.setInt(2, LaneTurn.front(lane));
                fronts.put(lane.endpoint(), read(select));
            }
        }
        return fronts;
    }

    /** Those of the deliveries that stand in a queue. */
    Map<DeliveryRef, QueueRow> of(Connection connection, List<DeliveryRef> refs) throws SQLException {
        Map<DeliveryRef, QueueRow> found = new HashMap<>();
        if (dialect == Dialect.POSTGRESQL) {
            try (PreparedStatement select = connection.prepareStatement(OF_REFS)) {
                select.setArray(
                        1,
                        connection.createArrayOf(
                                "int8", refs.stream().map(DeliveryRef::event).toArray()));
                select.setArray(
                        2,
                        connection.createArrayOf(
                                "int8", refs.stream().map(DeliveryRef::endpoint).toArray()));
                read(select).forEach(row -> found.put(row.ref(), row));
            }
            return found;
        }
        try (PreparedStatement select = connection.prepareStatement(OF_REF)) {
            for (DeliveryRef ref : refs) {
                select.setLong(1, ref.event());
                select.setLong(2, ref.endpoint());
                read(select).forEach(row -> found.put(row.ref(), row));
            }
        }
        return found;
    }

    /** Those whose attempt is the last: see {@link QueueRow#LAST}. */
    List<QueueRow> last(Connection connection, long endpoint) throws SQLException {
        String sql = "SELECT " + COLUMNS + " FROM surehook_delivery_queue q WHERE q.endpoint_id = ? AND q.due_at = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, endpoint);
            select.setLong(2, QueueRow.LAST);
            return read(select);
        }
    }

    /** Deliveries of an endpoint that no attempt is under way of. */
    List<QueueRow> waiting(Connection connection, long endpoint, int most, long now) throws SQLException {
        String sql = "SELECT " + COLUMNS + " FROM surehook_delivery_queue q"
                + " WHERE q.endpoint_id = ? AND q.busy_until <= ? ORDER BY q.due_at, q.event_id LIMIT ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, endpoint);
            select.setLong(2, now);
            select.setInt(3, most);
            return read(select);
        }
    }

    /** How many of an endpoint's are due, counted up to {@code most}. */
    int due(Connection connection, long endpoint, int most, long now) throws SQLException {
        String sql = "SELECT count(*) FROM (SELECT q.event_id FROM surehook_delivery_queue q"
                + " WHERE q.endpoint_id = ? AND q.due_at <= ? LIMIT ?) w";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, endpoint);
            select.setLong(2, now);
            select.setInt(3, most);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private static List<QueueRow> read(PreparedStatement select) throws SQLException {
        List<QueueRow> rows = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                rows.add(new QueueRow(
                        new DeliveryRef(row.getLong("event_id"), row.getLong("endpoint_id")),
                        row.getLong("due_at"),
                        row.getInt("attempt"),
                        row.getInt("budget_from"),
                        row.getLong("busy_until")));
            }
        }
        return rows;
    }

    private static Bulk<QueueRow> keyed(List<QueueRow> rows) {
        return Bulk.of(rows)
                .number("endpoint_id", QueueRow::endpoint)
                .number("due_at", QueueRow::dueAt)
                .number("event_id", QueueRow::event);
    }

    void add(Connection connection, List<QueueRow> rows) throws SQLException {
        keyed(rows)
                .small("attempt", QueueRow::attempt)
                .small("budget_from", QueueRow::budgetFrom)
                .number("busy_until", QueueRow::busyUntil)
                .insertInto(TABLE, connection, dialect);
    }

    void remove(Connection connection, List<QueueRow> rows) throws SQLException {
        keyed(rows).deleteFrom(TABLE, connection, dialect);
    }

    /** The attempts that are under way become the last: see {@link QueueRow#LAST}. */
    void makeLast(Connection connection, List<QueueRow> rows) throws SQLException {
        remove(connection, rows);
        add(
                connection,
                rows.stream()
                        .map(row -> new QueueRow(
                                row.ref(), QueueRow.LAST, row.attempt(), row.budgetFrom(), row.busyUntil()))
                        .toList());
    }

    /** Writes how many attempts there were, and until when one is under way. */
    void begin(Connection connection, List<QueueRow> begun) throws SQLException {
        keyed(begun)
                .small("attempt", QueueRow::attempt)
                .number("busy_until", QueueRow::busyUntil)
                .update(TABLE, 3, connection, dialect);
    }
}
