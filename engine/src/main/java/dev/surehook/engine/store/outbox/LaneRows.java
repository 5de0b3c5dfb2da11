package dev.surehook.engine.store.outbox;

import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lanes, locked. Whoever adds to an endpoint's queue or takes from it has its lane locked, so that what it says of the
 * queue's next time is true when it commits.
 */
final class LaneRows {
    private static final String COLUMNS = """
            SELECT endpoint_id, next_due, slots, per_second, in_order, held, paused_until, suspended_until, rest_until,
                   failures, rests, tat
            FROM surehook_endpoint_lane
            """;

    private final Dialect dialect;

    LaneRows(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Those that are due and that no other node is looking at; never waits. */
    List<LaneRow> lockDue(Connection connection, long now, int most, Set<Long> except) throws SQLException {
        List<Long> left = List.copyOf(except);
        String others = left.isEmpty() ? "" : "AND NOT (endpoint_id " + dialect.among(left.size()) + ") ";
        String sql = COLUMNS + "WHERE next_due <= ? " + others + "ORDER BY next_due LIMIT ? " + dialect.skipLocked();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, now);
            int next = left.isEmpty() ? 2 : dialect.setAmong(select, 2, left);
            select.setInt(next, most);
            return rows(select);
        }
    }

    /** In the order in which everybody locks several; those that are gone are left out. */
    Map<Long, LaneRow> lock(Connection connection, Collection<Long> endpoints) throws SQLException {
        return select(connection, endpoints, dialect.locked());
    }

    /** Without locks, for people. */
    Map<Long, LaneRow> look(Connection connection, Collection<Long> endpoints) throws SQLException {
        return select(connection, endpoints, "");
    }

    private Map<Long, LaneRow> select(Connection connection, Collection<Long> endpoints, String end)
            throws SQLException {
        Map<Long, LaneRow> locked = new LinkedHashMap<>();
        List<Long> sorted = List.copyOf(new TreeSet<>(endpoints));
        if (sorted.isEmpty()) {
            return locked;
        }
        String sql = COLUMNS + "WHERE endpoint_id " + dialect.among(sorted.size()) + " ORDER BY endpoint_id " + end;
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            dialect.setAmong(select, 1, sorted);
            rows(select).forEach(lane -> locked.put(lane.endpoint(), lane));
        }
        return locked;
    }

    private static List<LaneRow> rows(PreparedStatement select) throws SQLException {
        List<LaneRow> lanes = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                lanes.add(new LaneRow(
                        row.getLong("endpoint_id"),
                        row.getLong("next_due"),
                        row.getInt("slots"),
                        row.getInt("per_second"),
                        row.getInt("in_order") != 0,
                        Hold.of(row.getInt("held")),
                        row.getLong("paused_until"),
                        row.getLong("suspended_until"),
                        row.getLong("rest_until"),
                        row.getInt("failures"),
                        row.getInt("rests"),
                        row.getLong("tat")));
            }
        }
        return lanes;
    }

    void pause(Connection connection, long endpoint, long until) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE surehook_endpoint_lane SET paused_until = ? WHERE endpoint_id = ?")) {
            update.setLong(1, until);
            update.setLong(2, endpoint);
            update.executeUpdate();
        }
    }

    /** Endpoints that nothing is sent to. */
    static List<Long> held(Connection connection) throws SQLException {
        List<Long> held = new ArrayList<>();
        try (PreparedStatement select =
                        connection.prepareStatement("SELECT endpoint_id FROM surehook_endpoint_lane WHERE held <> 0");
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                held.add(row.getLong(1));
            }
        }
        return held;
    }

    /** Writes what changes while events are sent; limits are somebody else's to change. */
    void update(Connection connection, List<LaneRow> lanes) throws SQLException {
        Bulk.of(lanes)
                .number("endpoint_id", LaneRow::endpoint)
                .number("next_due", LaneRow::nextDue)
                .small("held", lane -> lane.hold().number())
                .number("suspended_until", LaneRow::suspendedUntil)
                .number("rest_until", LaneRow::restUntil)
                .small("failures", LaneRow::failures)
                .small("rests", LaneRow::rests)
                .number("tat", LaneRow::tat)
                .update("surehook_endpoint_lane", 1, connection, dialect);
    }
}
