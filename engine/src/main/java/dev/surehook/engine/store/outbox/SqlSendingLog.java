package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.SendingLog;
import dev.surehook.engine.store.sql.Database;
import dev.surehook.engine.work.OneLine;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Shows what was published and what became of it, and steers deliveries. */
final class SqlSendingLog implements SendingLog {
    private static final String EVENTS = """
            SELECT id, event_id, type, published_at, content_type, length(body) AS size FROM surehook_outbox_event
            WHERE account_id = ?
            """;

    private static final String ATTEMPTS = """
            SELECT attempt, started_at, took_ms, outcome, status, detail, request, answer FROM surehook_delivery_attempt
            WHERE event_id = ? AND endpoint_id = ? ORDER BY attempt
            """;

    private static final int MOST_REASON = 500;

    private final Database database;
    private final AccountIds accounts;
    private final EndpointRows endpoints;
    private final LaneRows lanes;
    private final QueueRows queue;
    private final Steering steering;

    SqlSendingLog(
            Database database,
            AccountIds accounts,
            EndpointRows endpoints,
            LaneRows lanes,
            QueueRows queue,
            Steering steering) {
        this.database = database;
        this.accounts = accounts;
        this.endpoints = endpoints;
        this.lanes = lanes;
        this.queue = queue;
        this.steering = steering;
    }

    @Override
    public Page<Event> events(AccountName account, Filter filter) {
        OptionalInt id = accounts.idOf(account);
        if (id.isEmpty()) {
            return new Page<>(List.of(), Optional.empty());
        }
        List<Object> values = new ArrayList<>(List.of(id.getAsInt()));
        StringBuilder sql = new StringBuilder(EVENTS);
        filter.type().ifPresent(type -> and(sql, values, "type = ?", type));
        filter.since().ifPresent(since -> and(sql, values, "published_at >= ?", since.toEpochMilli()));
        filter.until().ifPresent(until -> and(sql, values, "published_at < ?", until.toEpochMilli()));
        filter.cursor().ifPresent(cursor -> and(sql, values, "id < ?", Long.parseLong(cursor)));
        sql.append(" ORDER BY id DESC LIMIT ?");
        values.add(filter.limit());
        return database.read(connection -> {
            List<Event> events = new ArrayList<>();
            long last = 0;
            try (PreparedStatement select = prepared(connection, sql.toString(), values);
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    last = row.getLong("id");
                    events.add(event(account, row));
                }
            }
            return new Page<>(
                    events, events.size() < filter.limit() ? Optional.empty() : Optional.of(Long.toString(last)));
        });
    }

    private static void and(StringBuilder sql, List<Object> values, String condition, Object value) {
        sql.append(" AND ").append(condition);
        values.add(value);
    }

    private static PreparedStatement prepared(Connection connection, String sql, List<Object> values)
            throws SQLException {
        PreparedStatement select = connection.prepareStatement(sql);
        for (int i = 0; i < values.size(); i++) {
            select.setObject(i + 1, values.get(i));
        }
        return select;
    }

    private static Event event(AccountName account, ResultSet row) throws SQLException {
        String id = row.getString("event_id");
        return new Event(
                Publication.refOf(account, id),
                id,
                row.getString("type"),
                Instant.ofEpochMilli(row.getLong("published_at")),
                row.getString("content_type"),
                row.getInt("size"));
    }

    @Override
    public Optional<EventDetail> event(AccountName account, EventRef ref) {
        OptionalInt accountId = accounts.idOf(account);
        return accountId.isEmpty()
                ? Optional.empty()
                : database.read(connection -> event(connection, account, accountId.getAsInt(), ref));
    }

    private Optional<EventDetail> event(Connection connection, AccountName account, int accountId, EventRef ref)
            throws SQLException {
        String byKey =
                "SELECT v.id, v.event_id, v.type, v.published_at, v.content_type, length(v.body) AS size, v.body,"
                        + " coalesce((SELECT sum(c.times) FROM surehook_outbox_conflict c WHERE c.id = v.id), 0) AS conflicts"
                        + " FROM surehook_outbox_key k JOIN surehook_outbox_event v ON v.id = k.id WHERE k."
                        + database.dialect().keyColumn() + " BETWEEN ? AND ? AND v.account_id = ?";
        try (PreparedStatement select = connection.prepareStatement(byKey)) {
            select.setBytes(1, EventKey.lowest(ref).bytes());
            select.setBytes(2, EventKey.highest(ref).bytes());
            select.setInt(3, accountId);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                long id = row.getLong("id");
                Event event = event(account, row);
                byte[] body = row.getBytes("body");
                int conflicts = row.getInt("conflicts");
                List<Delivery> deliveries = DeliveryQuery.ofEvent(account, accountId, id)
                        .run(connection, database.dialect(), database.now(connection));
                return Optional.of(new EventDetail(event, body, deliveries, conflicts));
            }
        }
    }

    @Override
    public Page<Delivery> deliveries(AccountName account, Filter filter) {
        OptionalInt id = accounts.idOf(account);
        if (id.isEmpty()) {
            return new Page<>(List.of(), Optional.empty());
        }
        return database.read(connection -> new DeliveryPages(
                        connection, database.dialect(), account, id.getAsInt(), database.now(connection))
                .page(filter));
    }

    @Override
    public Optional<DeliveryDetail> delivery(AccountName account, DeliveryRef ref) {
        return found(account, ref)
                .map(delivery -> new DeliveryDetail(
                        delivery, database.read(connection -> attempts(connection, delivery.ref()))));
    }

    private Optional<Delivery> found(AccountName account, DeliveryRef ref) {
        OptionalInt id = accounts.idOf(account);
        return id.isEmpty()
                ? Optional.empty()
                : database.read(
                        connection -> DeliveryQuery.one(account, id.getAsInt(), ref)
                                .run(connection, database.dialect(), database.now(connection))
                                .stream()
                                .findFirst());
    }

    private static List<Attempt> attempts(Connection connection, DeliveryRef ref) throws SQLException {
        List<Attempt> attempts = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(ATTEMPTS)) {
            select.setLong(1, ref.event());
            select.setLong(2, ref.endpoint());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    byte[] answer = row.getBytes("answer");
                    attempts.add(new Attempt(
                            row.getInt("attempt"),
                            Instant.ofEpochMilli(row.getLong("started_at")),
                            Duration.ofMillis(row.getLong("took_ms")),
                            row.getString("outcome"),
                            row.getInt("status"),
                            row.getString("detail"),
                            new String(row.getBytes("request"), StandardCharsets.UTF_8),
                            answer == null ? new byte[0] : answer));
                }
            }
        }
        return attempts;
    }

    @Override
    public Set<UnderWay> underWay(AccountName account, EndpointRef endpoint) {
        OptionalInt id = accounts.idOf(account);
        return id.isEmpty()
                ? Set.of()
                : database.read(connection -> {
                    EndpointRows.Row row =
                            endpoints.find(connection, id.getAsInt(), endpoint).orElse(null);
                    return row == null ? Set.of() : underWay(connection, row.id());
                });
    }

    /** Only the first rows of a queue are ever begun, and those that an edit made the last stand at its end. */
    private Set<UnderWay> underWay(Connection connection, long endpoint) throws SQLException {
        long now = database.now(connection);
        List<QueueRow> rows = new ArrayList<>();
        for (List<QueueRow> front : queue.fronts(
                        connection,
                        List.copyOf(lanes.look(connection, List.of(endpoint)).values()))
                .values()) {
            rows.addAll(front);
        }
        rows.addAll(queue.last(connection, endpoint));
        return rows.stream()
                .filter(row -> row.busyUntil() > now)
                .map(row -> new UnderWay(row.ref(), row.attempt()))
                .collect(Collectors.toSet());
    }

    @Override
    public Resend resend(AccountName account, DeliveryRef ref, int used) {
        return found(account, ref).isEmpty()
                ? Resend.NOT_FOUND
                : database.write(connection -> steering.resend(connection, ref, used, database.now(connection)));
    }

    @Override
    public Cancel cancel(AccountName account, DeliveryRef ref, String reason) {
        return found(account, ref).isEmpty()
                ? Cancel.NOT_FOUND
                : database.write(connection ->
                        steering.cancel(connection, ref, OneLine.of(reason, MOST_REASON), database.now(connection)));
    }
}
