package dev.surehook.engine.store.host;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.OrderKey;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.sql.LaneIds;
import dev.surehook.engine.store.sql.OneByOne;
import dev.surehook.engine.store.sql.OrderRows;
import dev.surehook.engine.store.sql.SourceIds;
import dev.surehook.engine.store.sql.SqlFault;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Appends a batch in one transaction: keys first, which says what is new, then the new events and their work. */
final class HostAppend {
    private static final String ADD_EVENT = """
            INSERT INTO surehook_inbox_event
                (id, source_id, lane_id, received_at, event_id, type, ignored, size, body_sha256, order_key, headers, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String MAKE_READY = """
            INSERT INTO surehook_inbox_ready (lane_id, id, due_at, attempt, budget_from) VALUES (?, ?, ?, 0, 0)
            """;

    private final HostDatabase database;
    private final SourceIds sources;
    private final LaneIds lanes;
    private final OrderRows orders;
    private final KeyRows keys;

    HostAppend(HostDatabase database, SourceIds sources, LaneIds lanes) {
        this.database = database;
        this.sources = sources;
        this.lanes = lanes;
        this.orders = new OrderRows(database.dialect());
        this.keys = KeyRows.of(database.dialect());
    }

    List<Appended> append(List<NewEvent> events) {
        for (NewEvent event : events) {
            sources.idOf(event.event().source());
            lanes.idOf(event.lane());
        }
        try {
            return database.transaction(connection -> append(connection, events, OrderRows.PATIENCE));
        } catch (SQLException e) {
            if (!SqlFault.isOfTheRow(database.dialect(), e)) {
                throw Outage.of(database.dialect(), e);
            }
        } catch (StoreUnavailable e) {
            if (!isBusy(e)) {
                throw e;
            }
        }
        // One row spoils the batch: now each alone, so that it fails alone.
        return OneByOne.append(events, this::append);
    }

    private boolean isBusy(StoreUnavailable e) {
        return e.getCause() instanceof SQLException cause && SqlFault.isLockTimeout(database.dialect(), cause);
    }

    private Appended append(NewEvent event, Duration patience) {
        try {
            return database.transaction(connection -> append(connection, List.of(event), patience))
                    .get(0);
        } catch (SQLException e) {
            if (SqlFault.isOfTheRow(database.dialect(), e)) {
                return new Appended.Refused(database.dialect().product() + " refuses the row: "
                        + (e.getSQLState() == null ? e.getErrorCode() : e.getSQLState()));
            }
            throw Outage.of(database.dialect(), e);
        } catch (StoreUnavailable e) {
            if (isBusy(e)) {
                return OneByOne.KEY_BUSY;
            }
            throw e;
        }
    }

    /** Goes through the batch in order of keys; of several with one key, the first of the batch comes first. */
    private List<Appended> append(Connection connection, List<NewEvent> events, Duration patience) throws SQLException {
        List<Integer> order = IntStream.range(0, events.size())
                .boxed()
                .sorted(Comparator.comparing(i -> events.get(i).key()))
                .toList();
        Set<EventKey> distinct = new LinkedHashSet<>();
        order.forEach(i -> distinct.add(events.get(i).key()));
        boolean inOrder = events.stream().anyMatch(event -> event.orderKey().isPresent());
        OrderRows.Locked locked =
                inOrder ? orders.lock(connection, arrivals(events, i -> 0L), patience) : new OrderRows.Locked();
        Map<EventKey, Long> fresh = keys.add(connection, List.copyOf(distinct));
        Appended[] outcomes = new Appended[events.size()];
        List<NewEvent> stored = new ArrayList<>(fresh.size());
        List<Integer> repeats = new ArrayList<>();
        Set<EventKey> seen = new HashSet<>();
        for (int i : order) {
            NewEvent event = events.get(i);
            if (fresh.containsKey(event.key()) && seen.add(event.key())) {
                outcomes[i] = Appended.STORED;
                stored.add(event);
            } else {
                repeats.add(i);
            }
        }
        insert(connection, stored, fresh);
        if (inOrder) {
            orders.place(
                    connection,
                    locked,
                    arrivals(
                            events,
                            i -> outcomes[i] instanceof Appended.Stored
                                    ? fresh.get(events.get(i).key())
                                    : null));
        }
        compare(connection, events, repeats, outcomes);
        return Arrays.asList(outcomes);
    }

    /** The events with an order for which {@code ids} has a number, in the order in which they came. */
    private List<OrderRows.Arrival> arrivals(List<NewEvent> events, IntFunction<@Nullable Long> ids) {
        List<OrderRows.Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            NewEvent event = events.get(i);
            Long id = ids.apply(i);
            if (id != null) {
                event.orderKey()
                        .ifPresent(key -> arrivals.add(new OrderRows.Arrival(lanes.idOf(event.lane()), key, id)));
            }
        }
        return arrivals;
    }

    private void compare(Connection connection, List<NewEvent> events, List<Integer> repeats, Appended[] outcomes)
            throws SQLException {
        Set<EventKey> known = new LinkedHashSet<>();
        repeats.forEach(i -> known.add(events.get(i).key()));
        FirstBodies firsts = new FirstBodies(connection, database.dialect(), known);
        for (int i : repeats) {
            outcomes[i] = firsts.compare(events.get(i));
        }
    }

    private void insert(Connection connection, List<NewEvent> stored, Map<EventKey, Long> ids) throws SQLException {
        if (stored.isEmpty()) {
            return;
        }
        long now = database.now(connection);
        boolean work = false;
        try (PreparedStatement event = connection.prepareStatement(ADD_EVENT);
                PreparedStatement ready = connection.prepareStatement(MAKE_READY)) {
            for (NewEvent added : stored) {
                long id = ids.getOrDefault(added.key(), 0L);
                addEvent(event, added, id);
                if (added.ignored().isEmpty()) {
                    work = true;
                    ready.setInt(1, lanes.idOf(added.lane()));
                    ready.setLong(2, id);
                    ready.setLong(3, now);
                    ready.addBatch();
                }
            }
            event.executeBatch();
            if (work) {
                ready.executeBatch();
            }
        }
    }

    private void addEvent(PreparedStatement insert, NewEvent added, long id) throws SQLException {
        Event event = added.event();
        insert.setLong(1, id);
        insert.setInt(2, sources.idOf(event.source()));
        insert.setInt(3, lanes.idOf(added.lane()));
        insert.setLong(4, event.receivedAt().toEpochMilli());
        insert.setString(5, event.id());
        insert.setString(6, event.type());
        insert.setString(7, added.ignored().orElse(null));
        insert.setInt(8, event.body().length);
        insert.setBytes(9, added.bodySha256());
        insert.setBytes(10, added.orderKey().map(OrderKey::bytes).orElse(null));
        insert.setBytes(11, added.headers());
        insert.setBytes(12, event.body());
        insert.addBatch();
    }
}
