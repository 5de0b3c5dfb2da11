package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.store.EventLog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one select that lists and shows use. An event's state is where its work row lies, so states become joins. */
final class EventQuery {
    private static final String COLUMNS = """
            SELECT e.id, s.name AS source, e.event_id, e.type, e.received_at, e.size, e.erased_at,
                   r.id IS NOT NULL AS is_ready, r.attempt AS ready_attempt,
                   t.due_at AS retry_at, t.attempt AS retry_attempt,
                   p.id IS NOT NULL AS is_parked, p.attempt AS parked_attempt,
                   b.id IS NOT NULL AS is_blocked, b.attempt AS blocked_attempt,
                   coalesce(p.reason,
                            CASE WHEN b.id IS NOT NULL THEN 'waits for an earlier event of its key' END,
                            CASE WHEN t.id IS NOT NULL THEN
                                (SELECT a.detail FROM surehook_inbox_attempt a WHERE a.id = e.id ORDER BY a.attempt DESC LIMIT 1)
                            END,
                            e.ignored) AS reason,
                   (SELECT max(a.attempt) FROM surehook_inbox_attempt a WHERE a.id = e.id) AS finished
            """;

    private static final String BODY = ", e.body_sha256, e.headers, e.body\n";

    private static final String NO_WORK = "r.id IS NULL AND t.id IS NULL AND p.id IS NULL AND b.id IS NULL";

    private static final String NO_ATTEMPT = "NOT EXISTS (SELECT 1 FROM surehook_inbox_attempt a WHERE a.id = e.id)";

    private final StringBuilder sql = new StringBuilder(COLUMNS);
    private final List<Object> values = new ArrayList<>();

    private EventQuery() {}

    /** Newest first, of the events with numbers above {@code above}. */
    static EventQuery newestFirst(EventLog.Query query, int sourceId, long above) {
        return of(query, sourceId, true, above);
    }

    static EventQuery oldestFirst(EventLog.Query query, int sourceId) {
        return of(query, sourceId, false, 0);
    }

    private static EventQuery of(EventLog.Query query, int sourceId, boolean newestFirst, long above) {
        EventQuery result = new EventQuery();
        result.from(query.state().orElse(null));
        result.sql.append("WHERE 1 = 1");
        if (query.before() > 0) {
            result.and(newestFirst ? "e.id < ?" : "e.id > ?", query.before());
        }
        if (above > 0) {
            result.and("e.id > ?", above);
        }
        query.source().ifPresent(name -> result.and("e.source_id = ?", sourceId));
        query.type().ifPresent(type -> result.and("e.type = ?", type));
        query.since().ifPresent(since -> result.and("e.received_at >= ?", since.toEpochMilli()));
        query.until().ifPresent(until -> result.and("e.received_at < ?", until.toEpochMilli()));
        query.state().ifPresent(result::inState);
        result.sql.append(newestFirst ? "\nORDER BY e.id DESC LIMIT ?" : "\nORDER BY e.id LIMIT ?");
        result.values.add(query.limit());
        return result;
    }

    static PreparedStatement one(Connection connection, long id) throws SQLException {
        EventQuery result = new EventQuery();
        result.sql.append(BODY);
        result.from(null);
        result.sql.append("WHERE e.id = ?");
        result.values.add(id);
        return result.prepare(connection);
    }

    PreparedStatement prepare(Connection connection) throws SQLException {
        PreparedStatement select = connection.prepareStatement(sql.toString());
        for (int i = 0; i < values.size(); i++) {
            select.setObject(i + 1, values.get(i));
        }
        return select;
    }

    /** Where a state names one small table, the walk goes over that table and not over all events. */
    private void from(@Nullable EventState state) {
        sql.append("FROM surehook_inbox_event e JOIN surehook_source s ON s.id = e.source_id\n")
                .append(state == EventState.READY ? "JOIN" : "LEFT JOIN")
                .append(" surehook_inbox_ready r ON r.lane_id = e.lane_id AND r.id = e.id\n")
                .append(state == EventState.RETRYING ? "JOIN" : "LEFT JOIN")
                .append(" surehook_inbox_retry t ON t.id = e.id\n")
                .append(state == EventState.PARKED ? "JOIN" : "LEFT JOIN")
                .append(" surehook_inbox_parked p ON p.id = e.id\n")
                .append(state == EventState.BLOCKED ? "JOIN" : "LEFT JOIN")
                .append(" surehook_inbox_blocked b ON b.id = e.id\n");
    }

    private void inState(EventState state) {
        switch (state) {
            case PROCESSED ->
                sql.append(" AND ")
                        .append(NO_WORK)
                        .append(" AND (e.ignored IS NULL OR NOT ")
                        .append(NO_ATTEMPT)
                        .append(")");
            case IGNORED ->
                sql.append(" AND ")
                        .append(NO_WORK)
                        .append(" AND e.ignored IS NOT NULL AND ")
                        .append(NO_ATTEMPT);
            case READY, BLOCKED, RETRYING, PARKED -> {
                // The joins select them.
            }
        }
    }

    private void and(String condition, Object value) {
        sql.append(" AND ").append(condition);
        values.add(value);
    }
}
