package dev.surehook.engine.store.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Steps of withdrawals; the endpoint's lane is locked. */
final class Withdrawing {
    static final Place FRONT = new Place(-1, 0);

    private final QueueRows queue;
    private final DeliveryRows deliveries;

    Withdrawing(QueueRows queue, DeliveryRows deliveries) {
        this.queue = queue;
        this.deliveries = deliveries;
    }

    /** In the order of a queue. */
    record Place(long due, long event) {}

    /**
     * @param place where the next step begins
     * @param isLast whether there is none
     * @param underWay whether attempts are under way that are the last of their deliveries
     */
    record Step(Place place, boolean isLast, boolean underWay) {
        static final Step NOTHING = new Step(FRONT, true, false);
    }

    /** Those that failed or were kept, after {@code event}. */
    Step parked(Connection connection, Withdrawal withdrawal, long event, int most, long now) throws SQLException {
        List<WithdrawalRows.Found> found = WithdrawalRows.parked(connection, withdrawal.endpoint(), event, most);
        List<QueueRow> covered = covered(found, withdrawal);
        deliveries.unpark(connection, covered.stream().map(QueueRow::ref).toList());
        deliveries.withdraw(connection, covered, withdrawal.reason(), now);
        return found.size() < most
                ? Step.NOTHING
                : new Step(new Place(0, found.get(most - 1).row().event()), false, false);
    }

    /** Those in the queue after {@code after}. */
    Step queued(Connection connection, Withdrawal withdrawal, Place after, int most, long now) throws SQLException {
        List<WithdrawalRows.Found> found =
                WithdrawalRows.queued(connection, withdrawal.endpoint(), after.due(), after.event(), most);
        List<QueueRow> waiting = new ArrayList<>();
        List<QueueRow> underWay = new ArrayList<>();
        for (QueueRow row : covered(found, withdrawal)) {
            if (row.busyUntil() <= now) {
                waiting.add(row);
            } else if (!row.isLast()) {
                underWay.add(row);
            }
        }
        queue.remove(connection, waiting);
        deliveries.withdraw(connection, waiting, withdrawal.reason(), now);
        queue.makeLast(connection, underWay);
        WithdrawalRows.Found last = found.size() < most ? null : found.get(most - 1);
        return last == null
                ? new Step(FRONT, true, !underWay.isEmpty())
                : new Step(new Place(last.row().dueAt(), last.row().event()), false, !underWay.isEmpty());
    }

    private static List<QueueRow> covered(List<WithdrawalRows.Found> found, Withdrawal withdrawal) {
        return found.stream()
                .filter(one -> one.createdAt() <= withdrawal.madeAt() && withdrawal.covers(one.type()))
                .map(WithdrawalRows.Found::row)
                .toList();
    }

    /** Attempts that were the last and got lost with their node. True when none is under way any more. */
    boolean lost(Connection connection, long endpoint, long now) throws SQLException {
        List<WithdrawalRows.Found> last =
                WithdrawalRows.queued(connection, endpoint, QueueRow.LAST / 2, 0, Integer.MAX_VALUE);
        List<QueueRow> lost = last.stream()
                .map(WithdrawalRows.Found::row)
                .filter(row -> row.busyUntil() <= now)
                .toList();
        queue.remove(connection, lost);
        deliveries.withdraw(connection, lost, Withdrawal.LAST_ATTEMPT, now);
        return lost.size() == last.size();
    }
}
