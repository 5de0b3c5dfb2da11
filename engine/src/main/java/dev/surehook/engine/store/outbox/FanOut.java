package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Gives published events to the endpoints that want them. */
final class FanOut {
    private static final String EVENTS =
            "SELECT id, account_id, type, published_at, body FROM surehook_outbox_event WHERE id ";

    private final Dialect dialect;
    private final Subscribers subscribers;
    private final LaneRows lanes;
    private final QueueRows queue;
    private final DeliveryRows deliveries;

    FanOut(Dialect dialect, Subscribers subscribers, LaneRows lanes, QueueRows queue, DeliveryRows deliveries) {
        this.dialect = dialect;
        this.subscribers = subscribers;
        this.lanes = lanes;
        this.queue = queue;
        this.deliveries = deliveries;
    }

    private record Waiting(long id, int account, String type, long publishedAt, byte[] body) {}

    /** Returns how many events there were. */
    int run(Connection connection, long now, int most) throws SQLException {
        List<Long> ids = take(connection, most);
        if (ids.isEmpty()) {
            return 0;
        }
        List<Waiting> events = events(connection, ids);
        Map<Integer, List<Subscribers.Numbered>> endpoints =
                subscribers.of(connection, events.stream().map(Waiting::account).collect(Collectors.toSet()));
        List<DeliveryRef> wanted = new ArrayList<>();
        Set<Long> targets = new HashSet<>();
        for (Waiting event : events) {
            for (Subscribers.Numbered target : endpoints.getOrDefault(event.account, List.of())) {
                Endpoint endpoint = target.endpoint();
                // Nothing that was published before it was there.
                if (endpoint.createdAt().toEpochMilli() <= event.publishedAt
                        && endpoint.wants(event.type, event.body)) {
                    wanted.add(new DeliveryRef(event.id, target.id()));
                    targets.add(target.id());
                }
            }
        }
        deliver(connection, wanted, targets, now);
        Bulk.of(ids).number("id", id -> id).deleteFrom("surehook_outbox_fanout", connection, dialect);
        return ids.size();
    }

    private List<Long> take(Connection connection, int most) throws SQLException {
        List<Long> ids = new ArrayList<>();
        String sql = "SELECT id FROM surehook_outbox_fanout ORDER BY id LIMIT ? " + dialect.skipLocked();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setInt(1, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    ids.add(row.getLong(1));
                }
            }
        }
        return ids;
    }

    private List<Waiting> events(Connection connection, List<Long> ids) throws SQLException {
        List<Waiting> events = new ArrayList<>();
        String sql = EVENTS + dialect.among(ids.size()) + " ORDER BY id";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            dialect.setAmong(select, 1, ids);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    events.add(new Waiting(
                            row.getLong(1), row.getInt(2), row.getString(3), row.getLong(4), row.getBytes(5)));
                }
            }
        }
        return events;
    }

    /** Whether the endpoint is there; if so, its lane is locked. */
    boolean lock(Connection connection, long endpoint) throws SQLException {
        return lanes.lock(connection, List.of(endpoint)).containsKey(endpoint);
    }

    /** Gives one event to one endpoint, whatever that wants. */
    void deliverTo(Connection connection, DeliveryRef delivery, long now) throws SQLException {
        deliver(connection, List.of(delivery), Set.of(delivery.endpoint()), now);
    }

    private void deliver(Connection connection, List<DeliveryRef> wanted, Set<Long> targets, long now)
            throws SQLException {
        if (wanted.isEmpty()) {
            return;
        }
        Map<Long, LaneRow> locked = lanes.lock(connection, targets);
        // An endpoint that was deleted meanwhile has no lane any more.
        List<DeliveryRef> there = wanted.stream()
                .filter(ref -> locked.containsKey(ref.endpoint()))
                .toList();
        List<QueueRow> rows = new ArrayList<>();
        List<DeliveryRows.Parked> held = new ArrayList<>();
        for (DeliveryRef ref : there) {
            LaneRow lane = locked.get(ref.endpoint());
            if (lane != null && lane.held()) {
                held.add(DeliveryRows.Parked.of(ref, lane.hold(), 0));
            } else if (lane != null) {
                // In order of publishing, whatever the clock does, where the endpoint wants that.
                rows.add(new QueueRow(ref, lane.inOrder() ? 0 : now, 0, 0, 0));
            }
        }
        deliveries.add(connection, there, now);
        queue.add(connection, rows);
        deliveries.park(connection, held, now);
        Set<Long> touched = rows.stream().map(QueueRow::endpoint).collect(Collectors.toSet());
        lanes.update(
                connection,
                locked.values().stream()
                        .filter(lane -> touched.contains(lane.endpoint()) && lane.nextDue() > lane.wake(now))
                        .map(lane -> lane.nextDue(lane.wake(now)))
                        .toList());
    }
}
