package dev.surehook.engine.store.outbox;

import dev.surehook.engine.outbox.DeliveryEnd;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Deliveries, their attempts, and why those that are in no queue are not sent. */
final class DeliveryRows {
    private final Dialect dialect;

    DeliveryRows(Dialect dialect) {
        this.dialect = dialect;
    }

    void add(Connection connection, List<DeliveryRef> refs, long now) throws SQLException {
        Bulk.of(refs)
                .number("event_id", DeliveryRef::event)
                .number("endpoint_id", DeliveryRef::endpoint)
                .number("created_at", ref -> now)
                .insertInto("surehook_delivery", connection, dialect);
    }

    /** Why a delivery is in no queue and was not delivered. */
    record Parked(DeliveryRef ref, DeliveryState state, int attempt, String reason) {
        /** Because nothing is sent to its endpoint. */
        static Parked of(DeliveryRef ref, Hold hold, int attempt) {
            return new Parked(ref, hold.state(), attempt, hold.reason());
        }
    }

    void park(Connection connection, List<Parked> parked, long now) throws SQLException {
        Bulk.of(parked)
                .number("endpoint_id", row -> row.ref.endpoint())
                .number("event_id", row -> row.ref.event())
                .text("state", row -> row.state.label())
                .number("parked_at", row -> now)
                .small("attempt", Parked::attempt)
                .text("reason", Parked::reason)
                .insertInto("surehook_delivery_parked", connection, dialect);
    }

    void unpark(Connection connection, List<DeliveryRef> refs) throws SQLException {
        Bulk.of(refs)
                .number("endpoint_id", DeliveryRef::endpoint)
                .number("event_id", DeliveryRef::event)
                .deleteFrom("surehook_delivery_parked", connection, dialect);
    }

    /** Cancels for good. */
    void withdraw(Connection connection, List<QueueRow> rows, String reason, long now) throws SQLException {
        Bulk.of(rows)
                .number("endpoint_id", QueueRow::endpoint)
                .number("event_id", QueueRow::event)
                .text("state", row -> Withdrawal.STATE)
                .number("parked_at", row -> now)
                .small("attempt", QueueRow::attempt)
                .text("reason", row -> reason)
                .insertInto("surehook_delivery_parked", connection, dialect);
    }

    void addAttempts(Connection connection, List<DeliveryEnd> ends) throws SQLException {
        Bulk.of(ends)
                .number("event_id", end -> end.delivery().ref().event())
                .number("endpoint_id", end -> end.delivery().ref().endpoint())
                .small("attempt", end -> end.delivery().attempt())
                .number("started_at", end -> end.startedAt().toEpochMilli())
                .number("took_ms", end -> end.took().toMillis())
                .text("outcome", end -> end.next().outcome())
                .small("status", DeliveryRows::status)
                .text("detail", DeliveryEnd::detail)
                .bytes("request", DeliveryEnd::request)
                .bytes("answer", end -> end.answer().orElse(null))
                .insertInto("surehook_delivery_attempt", connection, dialect);
    }

    private static @Nullable Integer status(DeliveryEnd end) {
        return end.status() == 0 ? null : end.status();
    }
}
