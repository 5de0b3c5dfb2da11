package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.OrderKey;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.EventLog.Replay;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Replays, parks and erases. */
final class SqlSteering {
    private static final int REPLAYS_PER_TRANSACTION = 100;

    private static final String WHERE_IT_STANDS = """
            SELECT e.source_id, e.lane_id, e.order_key, e.erased_at,
                   r.id IS NOT NULL AS is_ready,
                   coalesce(r.attempt, t.attempt, 0) AS waiting_attempt, t.id IS NOT NULL AS is_retrying,
                   coalesce(p.attempt, 0) AS parked_attempt, p.id IS NOT NULL AS is_parked,
                   coalesce(b.attempt, 0) AS blocked_attempt, b.id IS NOT NULL AS is_blocked,
                   coalesce((SELECT max(a.attempt) FROM surehook_inbox_attempt a WHERE a.id = e.id), 0) AS finished
            FROM surehook_inbox_event e
            LEFT JOIN surehook_inbox_ready r ON r.lane_id = e.lane_id AND r.id = e.id
            LEFT JOIN surehook_inbox_retry t ON t.id = e.id
            LEFT JOIN surehook_inbox_parked p ON p.id = e.id
            LEFT JOIN surehook_inbox_blocked b ON b.id = e.id
            WHERE e.id = ?
            """;

    /** A second replay at the same moment finds the row there and changes nothing. */
    private static final String MAKE_READY = """
            INSERT INTO surehook_inbox_ready (lane_id, id, due_at, attempt, budget_from, lease_until)
            VALUES (?, ?, ?, ?, ?, 0)
            """;

    private static final String PARK =
            "INSERT INTO surehook_inbox_parked (id, source_id, parked_at, attempt, reason) VALUES (?, ?, ?, ?, ?)";

    private static final String ERASE = """
            UPDATE surehook_inbox_event SET headers = ?, body = ?, body_sha256 = NULL, order_key = NULL, erased_at = ? WHERE id = ?
            """;

    private final Database database;
    private final Dialect dialect;
    private final SqlEventLog log;
    private final OrderRows orders;

    SqlSteering(Database database, SqlEventLog log) {
        this.database = database;
        this.dialect = database.dialect();
        this.log = log;
        this.orders = new OrderRows(dialect);
    }

    Replay replay(EventRef ref) {
        OptionalLong id = database.idOf(ref);
        return id.isEmpty() ? Replay.NOT_FOUND : database.write(connection -> replay(connection, id.getAsLong()));
    }

    int replayAll(EventLog.Query query, int limit) {
        int replayed = 0;
        long after = query.before();
        int left = limit;
        while (left > 0) {
            EventLog.Query page = new EventLog.Query(
                    query.source(),
                    query.state(),
                    query.type(),
                    query.since(),
                    query.until(),
                    after,
                    Math.min(left, REPLAYS_PER_TRANSACTION));
            List<SqlEventLog.Numbered> rows = log.oldestFirst(page);
            replayed += rows.isEmpty() ? 0 : database.write(connection -> replay(connection, rows));
            left -= rows.size();
            if (rows.size() < page.limit()) {
                return replayed;
            }
            after = rows.get(rows.size() - 1).id();
        }
        return replayed;
    }

    private int replay(Connection connection, List<SqlEventLog.Numbered> rows) throws SQLException {
        lockKeys(connection, rows);
        int queued = 0;
        for (SqlEventLog.Numbered row : rows) {
            queued += replay(connection, row.id()) == Replay.QUEUED ? 1 : 0;
        }
        return queued;
    }

    /** All of them before the first event, and in their order. What has no row gets one again with its event. */
    private void lockKeys(Connection connection, List<SqlEventLog.Numbered> rows) throws SQLException {
        TreeSet<OrderedKey> keys = new TreeSet<>();
        for (SqlEventLog.Numbered row : rows) {
            Standing standing = standing(connection, row.id());
            if (standing != null) {
                standing.orderKey().ifPresent(keys::add);
            }
        }
        if (!keys.isEmpty()) {
            orders.lockKeys(connection, keys);
        }
    }

    private Replay replay(Connection connection, long id) throws SQLException {
        Standing standing = standing(connection, id);
        if (standing == null) {
            return Replay.NOT_FOUND;
        }
        return standing.orderKey().isEmpty()
                ? replay(connection, id, standing)
                : replayInOrder(connection, id, standing.orderKey().get());
    }

    private Replay replay(Connection connection, long id, Standing standing) throws SQLException {
        if (standing.erased) {
            return Replay.ERASED;
        }
        if (standing.ready || standing.blocked) {
            return Replay.ALREADY_WAITING;
        }
        delete(connection, "DELETE FROM surehook_inbox_retry WHERE id = ?", id);
        delete(connection, "DELETE FROM surehook_inbox_parked WHERE id = ?", id);
        try (PreparedStatement insert = connection.prepareStatement(dialect.unlessThere(MAKE_READY))) {
            insert.setInt(1, standing.laneId);
            insert.setLong(2, id);
            insert.setLong(3, database.now(connection));
            insert.setInt(4, standing.attempts);
            insert.setInt(5, standing.attempts);
            return dialect.insertUnlessThere(insert) == 1 ? Replay.QUEUED : Replay.ALREADY_WAITING;
        }
    }

    /** The head of its key goes on at once; any other waits at the end of the key's order. */
    private Replay replayInOrder(Connection connection, long id, OrderedKey key) throws SQLException {
        OrderRows.Locked locked = orders.lockKeys(connection, new TreeSet<>(List.of(key)));
        KeyQueue queue = locked.of(key);
        Standing standing = standing(connection, id);
        Replay result;
        if (standing == null) {
            result = Replay.NOT_FOUND;
        } else if (standing.erased || standing.ready || standing.blocked || queue.lead(id)) {
            result = replay(connection, id, standing);
        } else {
            delete(connection, "DELETE FROM surehook_inbox_parked WHERE id = ?", id);
            orders.block(connection, queue, id, standing.attempts);
            result = Replay.QUEUED;
        }
        orders.settle(connection, locked);
        return result;
    }

    boolean park(EventRef ref, String reason) {
        OptionalLong id = database.idOf(ref);
        return id.isPresent() && database.write(connection -> park(connection, id.getAsLong(), reason));
    }

    private boolean park(Connection connection, long id, String reason) throws SQLException {
        Standing standing = standing(connection, id);
        if (standing == null) {
            return false;
        }
        if (standing.orderKey().isEmpty()) {
            return park(connection, id, standing, reason);
        }
        OrderedKey key = standing.orderKey().get();
        OrderRows.Locked locked = orders.lockThere(connection, new TreeSet<>(List.of(key)));
        boolean head = locked.has(key) && locked.of(key).head() == id;
        Standing now = standing(connection, id);
        boolean parked = now != null && (park(connection, id, now, reason) || (now.parked && head));
        if (parked && head) {
            // Whoever parks an event by hand, or once more, gives it up.
            orders.letNextGoOn(connection, database, Map.of(key, id));
        }
        return parked;
    }

    private boolean park(Connection connection, long id, Standing standing, String reason) throws SQLException {
        if (!(standing.ready || standing.retrying || standing.blocked)) {
            return false;
        }
        delete(connection, "DELETE FROM surehook_inbox_retry WHERE id = ?", id);
        if (standing.blocked) {
            delete(connection, "DELETE FROM surehook_inbox_blocked WHERE id = ?", id);
        }
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM surehook_inbox_ready WHERE lane_id = ? AND id = ?")) {
            delete.setInt(1, standing.laneId);
            delete.setLong(2, id);
            delete.executeUpdate();
        }
        try (PreparedStatement park = connection.prepareStatement(dialect.unlessThere(PARK))) {
            park.setLong(1, id);
            park.setInt(2, standing.sourceId);
            park.setLong(3, database.now(connection));
            park.setInt(4, standing.attempts);
            park.setString(5, reason);
            dialect.insertUnlessThere(park);
        }
        return true;
    }

    boolean erase(EventRef ref) {
        OptionalLong id = database.idOf(ref);
        return id.isPresent()
                && database.write(connection -> {
                    park(connection, id.getAsLong(), "payload erased on request");
                    try (PreparedStatement erase = connection.prepareStatement(ERASE)) {
                        erase.setBytes(1, new byte[0]);
                        erase.setBytes(2, new byte[0]);
                        erase.setLong(3, database.now(connection));
                        erase.setLong(4, id.getAsLong());
                        return erase.executeUpdate() == 1;
                    }
                });
    }

    private static @Nullable Standing standing(Connection connection, long id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(WHERE_IT_STANDS)) {
            select.setLong(1, id);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? new Standing(row) : null;
            }
        }
    }

    private static void delete(Connection connection, String sql, long id) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(sql)) {
            delete.setLong(1, id);
            delete.executeUpdate();
        }
    }

    private static final class Standing {
        private final int sourceId;
        private final int laneId;
        private final boolean erased;
        private final boolean ready;
        private final boolean retrying;
        private final boolean blocked;
        private final boolean parked;
        private final int attempts;
        private final byte @Nullable [] key;

        private Standing(ResultSet row) throws SQLException {
            sourceId = row.getInt("source_id");
            laneId = row.getInt("lane_id");
            erased = row.getLong("erased_at") != 0;
            ready = row.getBoolean("is_ready");
            retrying = row.getBoolean("is_retrying");
            blocked = row.getBoolean("is_blocked");
            parked = row.getBoolean("is_parked");
            key = row.getBytes("order_key");
            attempts = Math.max(
                    Math.max(row.getInt("waiting_attempt"), row.getInt("blocked_attempt")),
                    Math.max(row.getInt("parked_attempt"), row.getInt("finished")));
        }

        private Optional<OrderedKey> orderKey() {
            return Optional.ofNullable(key).map(bytes -> new OrderedKey(laneId, OrderKey.fromBytes(bytes)));
        }
    }
}
