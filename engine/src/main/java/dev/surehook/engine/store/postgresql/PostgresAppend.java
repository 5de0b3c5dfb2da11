package dev.surehook.engine.store.postgresql;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.OrderKey;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.sql.Database;
import dev.surehook.engine.store.sql.Dialect;
import dev.surehook.engine.store.sql.LaneIds;
import dev.surehook.engine.store.sql.OneByOne;
import dev.surehook.engine.store.sql.OrderRows;
import dev.surehook.engine.store.sql.SourceIds;
import dev.surehook.engine.store.sql.SqlFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Appends a batch with one statement, whatever its size: keys, events and work in one commit, one round trip. Thread-safe.
 */
public final class PostgresAppend {
    /**
     * A duplicate's key gives no row and so no event. A key that another node is inserting at this moment is waited for,
     * so its commit is done before we answer for it. Keys come sorted: two batches with the same keys in opposite order
     * would wait for each other.
     */
    private static final String APPEND = """
            WITH input AS (
                SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?%2$s)
                    AS i (key, source_id, lane_id, received_at, event_id, type, ignored, body_sha256, headers, body%1$s)),
            fresh AS (
                INSERT INTO surehook_inbox_key (key) SELECT key FROM input ON CONFLICT DO NOTHING RETURNING key, id),
            stored AS (
                INSERT INTO surehook_inbox_event
                    (id, source_id, lane_id, received_at, event_id, type, ignored, size, body_sha256, headers, body%1$s)
                SELECT f.id, i.source_id, i.lane_id, i.received_at, i.event_id, i.type, i.ignored, octet_length(i.body),
                       i.body_sha256, i.headers, i.body%1$s
                FROM fresh f JOIN input i ON i.key = f.key),
            ready AS (
                INSERT INTO surehook_inbox_ready (lane_id, id, due_at, attempt, budget_from)
                SELECT i.lane_id, f.id, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 0, 0
                FROM fresh f JOIN input i ON i.key = f.key WHERE i.ignored IS NULL)
            SELECT key, id FROM fresh
            """;

    private static final String APPEND_WITHOUT_ORDER = APPEND.formatted("", "");

    private static final String APPEND_IN_ORDER = APPEND.formatted(", order_key", ", ?");

    private static final String FIRST_BODIES = """
            SELECT k.key, k.id, e.body_sha256 FROM surehook_inbox_key k LEFT JOIN surehook_inbox_event e ON e.id = k.id
            WHERE k.key = ANY (?)
            """;

    /** At most a hundred bodies for one event: a sender that sends a new one each time must not fill the disk. */
    private static final String CONFLICT = """
            INSERT INTO surehook_inbox_conflict (id, body_sha256, first_at, last_at, times)
            SELECT c.id, c.sha, c.at, c.at, 1 FROM (VALUES (?::bigint, ?::bytea, ?::bigint)) AS c (id, sha, at)
            WHERE (SELECT count(*) FROM surehook_inbox_conflict k WHERE k.id = c.id) < 100
               OR EXISTS (SELECT 1 FROM surehook_inbox_conflict k WHERE k.id = c.id AND k.body_sha256 = c.sha)
            ON CONFLICT (id, body_sha256)
            DO UPDATE SET times = surehook_inbox_conflict.times + 1, last_at = excluded.last_at
            """;

    private static final int TRIES = 3;

    private final Database database;
    private final SourceIds sources;
    private final LaneIds lanes;
    private final OrderRows orders = new OrderRows(Dialect.POSTGRESQL);

    /** @param database whose connections for reading are in autocommit, so that the one statement is one transaction */
    public PostgresAppend(Database database, SourceIds sources, LaneIds lanes) {
        this.database = database;
        this.sources = sources;
        this.lanes = lanes;
    }

    /** As {@link dev.surehook.engine.inbox.InboxStore#append} wants it. */
    public List<Appended> append(List<NewEvent> events) {
        return append(events, OrderRows.PATIENCE);
    }

    private List<Appended> append(List<NewEvent> events, Duration patience) {
        Map<EventKey, Integer> firsts = new HashMap<>();
        List<NewEvent> sorted = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            NewEvent event = events.get(i);
            sources.idOf(event.event().source());
            lanes.idOf(event.lane());
            if (firsts.putIfAbsent(event.key(), i) == null) {
                sorted.add(event);
            }
        }
        List<NewEvent> arrived = List.copyOf(sorted);
        sorted.sort(Comparator.comparing(NewEvent::key));
        return arrived.stream().anyMatch(event -> event.orderKey().isPresent())
                ? appendInOrder(events, firsts, arrived, sorted, patience)
                : database.read(connection -> append(connection, events, firsts, sorted));
    }

    /** In a transaction of several statements, for a batch in which an event has an order. */
    private List<Appended> appendInOrder(
            List<NewEvent> events,
            Map<EventKey, Integer> firsts,
            List<NewEvent> arrived,
            List<NewEvent> sorted,
            Duration patience) {
        for (int attempt = 1; ; attempt++) {
            try {
                return database.write(connection -> {
                    OrderRows.Locked locked = orders.lock(connection, arrivals(arrived, key -> 0L), patience);
                    Map<EventKey, Long> fresh = insert(connection, sorted);
                    orders.place(connection, locked, arrivals(arrived, fresh::get));
                    return outcomes(connection, events, firsts, fresh.keySet(), Map.of());
                });
            } catch (StoreUnavailable e) {
                if (!(e.getCause() instanceof SQLException cause)) {
                    throw e;
                }
                boolean busy = SqlFault.isLockTimeout(Dialect.POSTGRESQL, cause);
                if (busy || SqlFault.isOfTheRow(Dialect.POSTGRESQL, cause)) {
                    return events.size() == 1
                            ? List.of(busy ? OneByOne.KEY_BUSY : refusal(cause))
                            : OneByOne.append(
                                    events,
                                    (event, left) ->
                                            append(List.of(event), left).get(0));
                }
                if (attempt == TRIES || !SqlFault.isWorthRepeating(Dialect.POSTGRESQL, cause)) {
                    throw e;
                }
            }
        }
    }

    /** Of the events with an order those that {@code ids} knows, in the order in which they came. */
    private List<OrderRows.Arrival> arrivals(List<NewEvent> arrived, Function<EventKey, @Nullable Long> ids) {
        List<OrderRows.Arrival> arrivals = new ArrayList<>();
        for (NewEvent event : arrived) {
            Long id = ids.apply(event.key());
            if (id != null) {
                event.orderKey()
                        .ifPresent(key -> arrivals.add(new OrderRows.Arrival(lanes.idOf(event.lane()), key, id)));
            }
        }
        return arrivals;
    }

    private List<Appended> append(
            Connection connection, List<NewEvent> events, Map<EventKey, Integer> firsts, List<NewEvent> sorted)
            throws SQLException {
        Map<EventKey, Appended> refused = new HashMap<>();
        return outcomes(connection, events, firsts, insertAll(connection, sorted, refused), refused);
    }

    private static List<Appended> outcomes(
            Connection connection,
            List<NewEvent> events,
            Map<EventKey, Integer> firsts,
            Set<EventKey> fresh,
            Map<EventKey, Appended> refused)
            throws SQLException {
        List<NewEvent> repeats = new ArrayList<>();
        List<Appended> outcomes = new ArrayList<>(events.size());
        for (int i = 0; i < events.size(); i++) {
            EventKey key = events.get(i).key();
            boolean stored = fresh.contains(key) && Objects.equals(firsts.get(key), i);
            outcomes.add(stored ? Appended.STORED : Appended.DUPLICATE);
            if (!stored) {
                repeats.add(events.get(i));
            }
        }
        if (!repeats.isEmpty()) {
            compare(connection, repeats, refused, outcomes);
        }
        return outcomes;
    }

    /** The whole batch, or, when one of its rows is refused, each row alone. */
    private Set<EventKey> insertAll(Connection connection, List<NewEvent> events, Map<EventKey, Appended> refused)
            throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                return insert(connection, events).keySet();
            } catch (SQLException e) {
                if (SqlFault.isOfTheRow(Dialect.POSTGRESQL, e)) {
                    return insertEach(connection, events, refused);
                }
                if (attempt == TRIES || !SqlFault.isWorthRepeating(Dialect.POSTGRESQL, e)) {
                    throw e;
                }
            }
        }
    }

    private Set<EventKey> insertEach(Connection connection, List<NewEvent> events, Map<EventKey, Appended> refused)
            throws SQLException {
        Set<EventKey> fresh = new HashSet<>();
        for (NewEvent event : events) {
            try {
                fresh.addAll(insert(connection, List.of(event)).keySet());
            } catch (SQLException e) {
                if (!SqlFault.isOfTheRow(Dialect.POSTGRESQL, e)) {
                    throw e;
                }
                refused.put(event.key(), refusal(e));
            }
        }
        return fresh;
    }

    private static Appended refusal(SQLException e) {
        return new Appended.Refused("PostgreSQL refuses the row: " + e.getSQLState());
    }

    private Map<EventKey, Long> insert(Connection connection, List<NewEvent> events) throws SQLException {
        boolean inOrder = events.stream().anyMatch(event -> event.orderKey().isPresent());
        try (PreparedStatement insert = connection.prepareStatement(inOrder ? APPEND_IN_ORDER : APPEND_WITHOUT_ORDER)) {
            Columns columns = new Columns(connection, insert, events);
            columns.set(1, "bytea", byte[][]::new, event -> event.key().bytes());
            columns.set(
                    2,
                    "int4",
                    Integer[]::new,
                    event -> sources.idOf(event.event().source()));
            columns.set(3, "int4", Integer[]::new, event -> lanes.idOf(event.lane()));
            columns.set(
                    4, "int8", Long[]::new, event -> event.event().receivedAt().toEpochMilli());
            columns.set(5, "text", String[]::new, event -> event.event().id());
            columns.set(6, "text", String[]::new, event -> event.event().type());
            columns.setNullable(
                    7,
                    "text",
                    events.stream().map(e -> e.ignored().orElse(null)).toArray());
            columns.set(8, "bytea", byte[][]::new, NewEvent::bodySha256);
            columns.set(9, "bytea", byte[][]::new, NewEvent::headers);
            columns.set(10, "bytea", byte[][]::new, event -> event.event().body());
            if (inOrder) {
                columns.setNullable(
                        11,
                        "bytea",
                        events.stream()
                                .map(e -> e.orderKey().map(OrderKey::bytes).orElse(null))
                                .toArray(byte[][]::new));
            }
            Map<EventKey, Long> fresh = new HashMap<>(events.size() * 2);
            try (ResultSet row = insert.executeQuery()) {
                while (row.next()) {
                    fresh.put(EventKey.fromBytes(row.getBytes(1)), row.getLong(2));
                }
            }
            return fresh;
        }
    }

    /** Puts in what is to be said of each repeat: it is the next outcome that is not {@code STORED}. */
    private static void compare(
            Connection connection, List<NewEvent> repeats, Map<EventKey, Appended> refused, List<Appended> outcomes)
            throws SQLException {
        Map<EventKey, First> firsts = firstBodies(connection, repeats);
        int next = 0;
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) instanceof Appended.Duplicate) {
                outcomes.set(i, outcome(connection, repeats.get(next++), firsts, refused));
            }
        }
    }

    private static Appended outcome(
            Connection connection, NewEvent repeat, Map<EventKey, First> firsts, Map<EventKey, Appended> refused)
            throws SQLException {
        First first = firsts.get(repeat.key());
        if (first == null) {
            return refused.getOrDefault(repeat.key(), new Appended.Refused("its key vanished; send it again"));
        }
        if (first.sha256().length == 0 || Arrays.equals(first.sha256(), repeat.bodySha256())) {
            return Appended.DUPLICATE;
        }
        record(connection, repeat, first.id());
        return Appended.CONFLICT;
    }

    private static Map<EventKey, First> firstBodies(Connection connection, List<NewEvent> repeats) throws SQLException {
        Map<EventKey, First> firsts = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(FIRST_BODIES)) {
            new Columns(connection, select, repeats)
                    .set(1, "bytea", byte[][]::new, event -> event.key().bytes());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    byte[] sha256 = row.getBytes(3);
                    firsts.put(
                            EventKey.fromBytes(row.getBytes(1)),
                            new First(row.getLong(2), sha256 == null ? new byte[0] : sha256));
                }
            }
        }
        return firsts;
    }

    private static void record(Connection connection, NewEvent repeat, long firstId) throws SQLException {
        long at = repeat.event().receivedAt().toEpochMilli();
        try (PreparedStatement insert = connection.prepareStatement(CONFLICT)) {
            insert.setLong(1, firstId);
            insert.setBytes(2, repeat.bodySha256());
            insert.setLong(3, at);
            insert.executeUpdate();
        }
    }

    /** The stored event under a key; no hash when its body was purged or erased. */
    private record First(long id, byte[] sha256) {}

    /** Sets one array for each column. */
    private record Columns(Connection connection, PreparedStatement statement, List<NewEvent> events) {
        private <T> void set(int index, String type, IntFunction<T[]> array, Function<NewEvent, T> value)
                throws SQLException {
            setNullable(index, type, events.stream().map(value).toArray(array));
        }

        private void setNullable(int index, String type, Object[] values) throws SQLException {
            statement.setArray(index, connection.createArrayOf(type, values));
        }
    }
}
