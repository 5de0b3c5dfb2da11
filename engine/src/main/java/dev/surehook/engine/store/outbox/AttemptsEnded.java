package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.outbox.DeliveryEnd;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DeliveryState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Records the ends of attempts, and what they mean for the lanes. */
final class AttemptsEnded {
    /** Of a queue that nothing is sent from any more; a sweep takes the rest. */
    private static final int MOST_AT_ONCE = 500;

    private final QueueRows queue;
    private final DeliveryRows deliveries;
    private final EndpointRows endpoints;
    private final Steering steering;

    AttemptsEnded(QueueRows queue, DeliveryRows deliveries, EndpointRows endpoints, Steering steering) {
        this.queue = queue;
        this.deliveries = deliveries;
        this.endpoints = endpoints;
        this.steering = steering;
    }

    /** @param lanes all of the endpoints are among them */
    List<Boolean> record(Connection connection, long now, List<DeliveryEnd> ends, HeldLanes lanes) throws SQLException {
        if (ends.isEmpty()) {
            return List.of();
        }
        List<DeliveryRef> refs = ends.stream().map(end -> end.delivery().ref()).toList();
        Map<DeliveryRef, QueueRow> queued = queue.of(connection, refs);
        List<Boolean> held = new ArrayList<>();
        List<DeliveryEnd> recorded = new ArrayList<>();
        for (DeliveryEnd end : ends) {
            QueueRow row = queued.get(end.delivery().ref());
            // The attempt is the fence: who was overtaken changes nothing.
            boolean holds = row != null && row.attempt() == end.delivery().attempt();
            held.add(holds);
            if (holds) {
                recorded.add(end);
            }
        }
        change(connection, now, recorded, queued, lanes);
        return held;
    }

    private void change(
            Connection connection, long now, List<DeliveryEnd> ends, Map<DeliveryRef, QueueRow> queued, HeldLanes lanes)
            throws SQLException {
        List<QueueRow> gone = new ArrayList<>();
        List<QueueRow> again = new ArrayList<>();
        List<DeliveryRows.Parked> parked = new ArrayList<>();
        List<QueueRow> withdrawn = new ArrayList<>();
        Set<Long> switchedOff = new HashSet<>();
        for (DeliveryEnd end : ends) {
            DeliveryRef ref = end.delivery().ref();
            QueueRow row = queued.get(ref);
            LaneRow lane = lanes.of(ref.endpoint());
            if (row == null || lane == null) {
                continue;
            }
            gone.add(row);
            if (row.isLast()) {
                // Made for the endpoint as it was: whatever came of it says nothing about the endpoint as it is.
                if (end.isFailure()) {
                    withdrawn.add(row);
                }
                lanes.put(lane.nextDue(lane.wake(now)));
                continue;
            }
            lane = afterwards(lane, end, now);
            if (end.next() instanceof DeliveryEnd.Retry && lane.held()) {
                parked.add(DeliveryRows.Parked.of(ref, lane.hold(), row.attempt()));
            } else if (end.next() instanceof DeliveryEnd.Retry retry) {
                long due = now + retry.delay().toMillis();
                int budgetFrom = retry.counts() ? row.budgetFrom() : row.budgetFrom() + 1;
                again.add(new QueueRow(ref, lane.inOrder() ? row.dueAt() : due, row.attempt(), budgetFrom, 0));
                lane = lane.inOrder() ? lane.restUntil(due) : lane;
            } else if (end.next() instanceof DeliveryEnd.Failed failed) {
                parked.add(new DeliveryRows.Parked(ref, DeliveryState.FAILED, row.attempt(), failed.reason()));
                if (failed.endpointGone()) {
                    switchedOff.add(ref.endpoint());
                    lane = lane.held(Hold.OFF);
                }
            }
            lanes.put(lane.nextDue(lane.wake(now)));
        }
        queue.remove(connection, gone);
        queue.add(connection, again);
        deliveries.addAttempts(connection, ends);
        deliveries.park(connection, parked, now);
        deliveries.withdraw(connection, withdrawn, Withdrawal.LAST_ATTEMPT, now);
        for (long endpoint : switchedOff) {
            steering.parkWaiting(connection, endpoint, Hold.OFF, MOST_AT_ONCE, now);
            endpoints.setStatus(connection, endpoint, EndpointStatus.DISABLED, "it answered 410 Gone", 0, now);
        }
    }

    private static LaneRow afterwards(LaneRow lane, DeliveryEnd end, long now) {
        if (end.next() instanceof DeliveryEnd.Retry retry && !retry.counts()) {
            return lane;
        }
        return end.isFailure() ? lane.failed(end.suspension(), now) : lane.succeeded();
    }
}
