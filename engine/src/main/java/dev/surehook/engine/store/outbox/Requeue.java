package dev.surehook.engine.store.outbox;

import dev.surehook.engine.outbox.DeliveryRef;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Puts deliveries that stand in no queue back into their endpoint's. */
final class Requeue {
    private final LaneRows lanes;
    private final QueueRows queue;
    private final DeliveryRows deliveries;

    Requeue(LaneRows lanes, QueueRows queue, DeliveryRows deliveries) {
        this.lanes = lanes;
        this.queue = queue;
        this.deliveries = deliveries;
    }

    /** @param attempts begun so far */
    record Again(DeliveryRef ref, int attempts) {}

    /**
     * They stand behind what is due already, and before what is published from now on; where an endpoint wants the order of
     * publishing, in that order among all that wait.
     *
     * @param lane their endpoint's, locked, and not held
     * @param used how many attempts of the schedule count as made
     */
    void run(Connection connection, LaneRow lane, List<Again> again, int used, long now) throws SQLException {
        if (again.isEmpty()) {
            return;
        }
        deliveries.unpark(connection, again.stream().map(Again::ref).toList());
        queue.add(
                connection,
                again.stream()
                        .map(one ->
                                new QueueRow(one.ref, lane.inOrder() ? 0 : now, one.attempts, one.attempts - used, 0))
                        .toList());
        if (lane.nextDue() > lane.wake(now)) {
            lanes.update(connection, List.of(lane.nextDue(lane.wake(now))));
        }
    }
}
