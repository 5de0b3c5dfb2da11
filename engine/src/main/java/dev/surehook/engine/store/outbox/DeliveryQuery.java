package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.SendingLog.Delivery;
import dev.surehook.engine.outbox.SendingLog.Filter;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Selects deliveries of events that are known by their numbers. */
final class DeliveryQuery {
    private static final String SELECT = """
            SELECT d.event_id, d.endpoint_id, d.created_at, v.event_id AS publisher_id, v.type, n.ref AS endpoint,
                   q.due_at, q.attempt AS queue_attempt, q.busy_until, q.budget_from, l.next_due,
                   p.state AS parked_state, p.reason AS parked_reason, p.attempt AS parked_attempt,
                   (SELECT max(a.attempt) FROM surehook_delivery_attempt a
                    WHERE a.event_id = d.event_id AND a.endpoint_id = d.endpoint_id) AS finished,
                   CASE WHEN q.event_id IS NOT NULL THEN
                       (SELECT a.detail FROM surehook_delivery_attempt a
                        WHERE a.event_id = d.event_id AND a.endpoint_id = d.endpoint_id
                        ORDER BY a.attempt DESC LIMIT 1) END AS last_detail
            FROM surehook_outbox_event v
            JOIN surehook_delivery d ON d.event_id = v.id
            JOIN surehook_endpoint n ON n.id = d.endpoint_id
            LEFT JOIN surehook_endpoint_lane l ON l.endpoint_id = d.endpoint_id
            LEFT JOIN surehook_delivery_queue q ON q.event_id = d.event_id AND q.endpoint_id = d.endpoint_id
            LEFT JOIN surehook_delivery_parked p ON p.endpoint_id = d.endpoint_id AND p.event_id = d.event_id
            WHERE v.account_id = ? AND v.id \
            """;

    private final AccountName account;
    private final int accountId;
    private final StringBuilder sql = new StringBuilder();
    private final List<Object> values = new ArrayList<>();

    private List<Long> events = List.of();

    private DeliveryQuery(AccountName account, int accountId) {
        this.account = account;
        this.accountId = accountId;
    }

    /** Those that pass the filter; its cursor and its limit are the caller's to mind. */
    static DeliveryQuery page(AccountName account, int accountId, Filter filter, long now) {
        DeliveryQuery query = new DeliveryQuery(account, accountId);
        filter.endpoint().ifPresent(ref -> query.and("n.ref = ?", ref.value()));
        filter.type().ifPresent(type -> query.and("v.type = ?", type));
        filter.since().ifPresent(since -> query.and("d.created_at >= ?", since.toEpochMilli()));
        filter.until().ifPresent(until -> query.and("d.created_at < ?", until.toEpochMilli()));
        filter.state().ifPresent(state -> query.in(state, now));
        return query;
    }

    static DeliveryQuery ofEvent(AccountName account, int accountId, long event) {
        DeliveryQuery query = new DeliveryQuery(account, accountId).among(List.of(event));
        query.sql.append(" ORDER BY d.endpoint_id");
        return query;
    }

    static DeliveryQuery one(AccountName account, int accountId, DeliveryRef ref) {
        DeliveryQuery query = new DeliveryQuery(account, accountId).among(List.of(ref.event()));
        query.and("d.endpoint_id = ?", ref.endpoint());
        return query;
    }

    DeliveryQuery among(List<Long> numbers) {
        events = List.copyOf(numbers);
        return this;
    }

    DeliveryQuery before(DeliveryRef cursor) {
        sql.append(" AND v.id <= ? AND (v.id < ? OR d.endpoint_id < ?)");
        values.add(cursor.event());
        values.add(cursor.event());
        values.add(cursor.endpoint());
        return this;
    }

    DeliveryQuery newest(int most) {
        sql.append(" ORDER BY v.id DESC, d.endpoint_id DESC LIMIT ?");
        values.add(most);
        return this;
    }

    private void in(DeliveryState state, long now) {
        switch (state) {
            case WAITING -> and("q.budget_from = q.attempt AND q.busy_until <= ?", now);
            case SENDING -> and("q.busy_until > ?", now);
            case RETRYING -> and("q.budget_from < q.attempt AND q.busy_until <= ?", now);
            case DELIVERED -> sql.append(" AND q.event_id IS NULL AND p.event_id IS NULL");
            case CANCELLED -> sql.append(" AND p.state IN ('cancelled', '" + Withdrawal.STATE + "')");
            case FAILED, NOT_SENT -> and("p.state = ?", state.label());
        }
    }

    private void and(String condition, Object value) {
        sql.append(" AND ").append(condition);
        values.add(value);
    }

    List<Delivery> run(Connection connection, Dialect dialect, long now) throws SQLException {
        List<Delivery> found = new ArrayList<>();
        if (events.isEmpty()) {
            return found;
        }
        try (PreparedStatement select = connection.prepareStatement(SELECT + dialect.among(events.size()) + sql)) {
            select.setInt(1, accountId);
            int index = dialect.setAmong(select, 2, events);
            for (Object value : values) {
                select.setObject(index++, value);
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.add(read(row, now));
                }
            }
        }
        return found;
    }

    private Delivery read(ResultSet row, long now) throws SQLException {
        String eventId = row.getString("publisher_id");
        DeliveryState state = state(row, now);
        long next = Math.max(row.getLong("due_at"), state == DeliveryState.SENDING ? 0 : notBefore(row));
        String parked = row.getString("parked_reason");
        return new Delivery(
                new DeliveryRef(row.getLong("event_id"), row.getLong("endpoint_id")),
                new EndpointRef(row.getString("endpoint")),
                Publication.refOf(account, eventId),
                eventId,
                row.getString("type"),
                Instant.ofEpochMilli(row.getLong("created_at")),
                state,
                Math.max(row.getInt("queue_attempt"), Math.max(row.getInt("parked_attempt"), row.getInt("finished"))),
                Optional.ofNullable(parked != null ? parked : row.getString("last_detail")),
                state.isQueued() && next > 0 && next != LaneRow.NEVER
                        ? Optional.of(Instant.ofEpochMilli(next))
                        : Optional.empty());
    }

    /** A lane that rests holds up what is due in it. */
    private static long notBefore(ResultSet row) throws SQLException {
        long next = row.getLong("next_due");
        return next == LaneRow.NEVER ? 0 : next;
    }

    private static DeliveryState state(ResultSet row, long now) throws SQLException {
        String parked = row.getString("parked_state");
        if (parked != null) {
            return Withdrawal.shown(parked);
        }
        row.getLong("due_at");
        if (row.wasNull()) {
            return DeliveryState.DELIVERED;
        }
        if (row.getLong("busy_until") > now) {
            return DeliveryState.SENDING;
        }
        return row.getInt("queue_attempt") > row.getInt("budget_from") ? DeliveryState.RETRYING : DeliveryState.WAITING;
    }
}
