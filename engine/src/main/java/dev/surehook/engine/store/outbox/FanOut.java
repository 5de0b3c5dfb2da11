package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DueDelivery.PublishedEvent;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Gives published events to the endpoints that want them. */
final class FanOut {
    private final Dialect dialect;
    private final Subscribers subscribers;
    private final OutboxEvents events;
    private final DeliveryRows deliveries;

    FanOut(Dialect dialect, Subscribers subscribers, OutboxEvents events, DeliveryRows deliveries) {
        this.dialect = dialect;
        this.subscribers = subscribers;
        this.events = events;
        this.deliveries = deliveries;
    }

    /**
     * What a fan-out will do, once it holds the lanes.
     *
     * @param events all of them, those that nobody wants too
     */
    record Plan(Map<Long, PublishedEvent> events, List<DeliveryRef> wanted) {
        static final Plan NOTHING = new Plan(Map.of(), List.of());

        Set<Long> endpoints() {
            return wanted.stream().map(DeliveryRef::endpoint).collect(Collectors.toCollection(HashSet::new));
        }
    }

    /** Takes up to {@code most} events that nobody else has taken; locks no lane. */
    Plan plan(Connection connection, int most) throws SQLException {
        List<Long> ids = most == 0 ? List.of() : take(connection, most);
        if (ids.isEmpty()) {
            return Plan.NOTHING;
        }
        Map<Long, OutboxEvents.Row> rows = events.of(connection, ids);
        Map<Integer, List<Subscribers.Numbered>> endpoints = subscribers.of(
                connection,
                new HashSet<>(
                        rows.values().stream().map(OutboxEvents.Row::account).toList()));
        Map<Long, PublishedEvent> taken = new LinkedHashMap<>();
        List<DeliveryRef> wanted = new ArrayList<>();
        rows.forEach((id, row) -> {
            PublishedEvent event = row.event();
            taken.put(id, event);
            for (Subscribers.Numbered target : endpoints.getOrDefault(row.account(), List.of())) {
                Endpoint endpoint = target.endpoint();
                // Nothing that was published before it was there.
                if (!endpoint.createdAt().isAfter(event.publishedAt()) && endpoint.wants(event.type(), event.body())) {
                    wanted.add(new DeliveryRef(id, target.id()));
                }
            }
        });
        return new Plan(taken, wanted);
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

    /** @return what is to be put into the queues of endpoints, which is the caller's to do */
    List<QueueRow> run(Connection connection, Plan plan, HeldLanes lanes, long now) throws SQLException {
        List<QueueRow> queued = deliver(connection, plan.wanted, lanes, now);
        Bulk.of(plan.events.keySet()).number("id", id -> id).deleteFrom("surehook_outbox_fanout", connection, dialect);
        return queued;
    }

    /** As {@link #run}, of deliveries that somebody wants in particular. */
    List<QueueRow> deliver(Connection connection, List<DeliveryRef> wanted, HeldLanes lanes, long now)
            throws SQLException {
        List<DeliveryRef> there = new ArrayList<>();
        List<QueueRow> queued = new ArrayList<>();
        List<DeliveryRows.Parked> held = new ArrayList<>();
        for (DeliveryRef ref : wanted) {
            LaneRow lane = lanes.of(ref.endpoint());
            if (lane == null) {
                // The endpoint was deleted meanwhile.
                continue;
            }
            there.add(ref);
            if (lane.held()) {
                held.add(DeliveryRows.Parked.of(ref, lane.hold(), 0));
                continue;
            }
            // In order of publishing, whatever the clock does, where the endpoint wants that.
            queued.add(new QueueRow(ref, lane.inOrder() ? 0 : now, 0, 0, 0));
            if (lane.nextDue() > lane.wake(now)) {
                lanes.put(lane.nextDue(lane.wake(now)));
            }
        }
        deliveries.add(connection, there, now);
        deliveries.park(connection, held, now);
        return queued;
    }
}
