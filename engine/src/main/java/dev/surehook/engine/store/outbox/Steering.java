package dev.surehook.engine.store.outbox;

import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.SendingLog.Cancel;
import dev.surehook.engine.outbox.SendingLog.Resend;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Takes deliveries out of queues and puts them back, for people and when endpoints change. */
final class Steering {
    private static final String ATTEMPTS = """
            SELECT coalesce((SELECT max(a.attempt) FROM surehook_delivery_attempt a
                             WHERE a.event_id = d.event_id AND a.endpoint_id = d.endpoint_id), 0),
                   coalesce((SELECT p.attempt FROM surehook_delivery_parked p
                             WHERE p.endpoint_id = d.endpoint_id AND p.event_id = d.event_id), 0)
            FROM surehook_delivery d WHERE d.event_id = ? AND d.endpoint_id = ?
            """;

    private final LaneRows lanes;
    private final QueueRows queue;
    private final DeliveryRows deliveries;
    private final Requeue requeue;

    Steering(LaneRows lanes, QueueRows queue, DeliveryRows deliveries, Requeue requeue) {
        this.lanes = lanes;
        this.queue = queue;
        this.deliveries = deliveries;
        this.requeue = requeue;
    }

    Resend resend(Connection connection, DeliveryRef ref, int used, long now) throws SQLException {
        Map<Long, LaneRow> locked = lanes.lock(connection, List.of(ref.endpoint()));
        int attempts = attempts(connection, ref);
        if (attempts < 0) {
            return Resend.NOT_FOUND;
        }
        LaneRow lane = locked.get(ref.endpoint());
        if (lane == null || lane.hold() == Hold.DELETED) {
            return Resend.ENDPOINT_GONE;
        }
        if (!queue.of(connection, List.of(ref)).isEmpty()) {
            return Resend.WAITING;
        }
        if (isWithdrawn(connection, ref)) {
            return Resend.WITHDRAWN;
        }
        if (lane.held()) {
            return Resend.SWITCHED_OFF;
        }
        requeue.run(connection, lane, List.of(new Requeue.Again(ref, attempts)), used, now);
        return Resend.QUEUED;
    }

    private static boolean isWithdrawn(Connection connection, DeliveryRef ref) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT state FROM surehook_delivery_parked WHERE endpoint_id = ? AND event_id = ?")) {
            select.setLong(1, ref.endpoint());
            select.setLong(2, ref.event());
            try (ResultSet row = select.executeQuery()) {
                return row.next() && row.getString(1).equals(Withdrawal.STATE);
            }
        }
    }

    /** How many were begun; -1 when there is no such delivery. */
    private static int attempts(Connection connection, DeliveryRef ref) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(ATTEMPTS)) {
            select.setLong(1, ref.event());
            select.setLong(2, ref.endpoint());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Math.max(row.getInt(1), row.getInt(2)) : -1;
            }
        }
    }

    Cancel cancel(Connection connection, DeliveryRef ref, String reason, long now) throws SQLException {
        lanes.lock(connection, List.of(ref.endpoint()));
        if (attempts(connection, ref) < 0) {
            return Cancel.NOT_FOUND;
        }
        QueueRow row = queue.of(connection, List.of(ref)).get(ref);
        if (row == null) {
            return Cancel.OVER;
        }
        if (row.busyUntil() > now) {
            return Cancel.SENDING;
        }
        park(connection, List.of(row), DeliveryState.CANCELLED, reason, now);
        return Cancel.CANCELLED;
    }

    /**
     * Takes up to {@code most} deliveries that wait in an endpoint's queue out of it; its lane is locked and held.
     *
     * @return how many
     */
    int parkWaiting(Connection connection, long endpoint, Hold hold, int most, long now) throws SQLException {
        List<QueueRow> waiting = queue.waiting(connection, endpoint, most, now);
        park(connection, waiting, hold.state(), hold.reason(), now);
        return waiting.size();
    }

    private void park(Connection connection, List<QueueRow> rows, DeliveryState state, String reason, long now)
            throws SQLException {
        queue.remove(connection, rows);
        // Lost attempts of an endpoint that was edited meanwhile; they cannot come back.
        deliveries.withdraw(connection, rows.stream().filter(QueueRow::isLast).toList(), Withdrawal.LAST_ATTEMPT, now);
        deliveries.park(
                connection,
                rows.stream()
                        .filter(row -> !row.isLast())
                        .map(row -> new DeliveryRows.Parked(row.ref(), state, row.attempt(), reason))
                        .toList(),
                now);
    }
}
