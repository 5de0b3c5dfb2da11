package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.OrderKey;
import dev.surehook.engine.work.Finish;
import dev.surehook.engine.work.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The rows that the end of an attempt changes, in a transaction that is somebody else's. */
final class FinishRows {
    /** The attempt is the fence: who was overtaken finds no row. */
    private static final String END_LEASE =
            "DELETE FROM surehook_inbox_ready WHERE lane_id = ? AND id = ? AND attempt = ?";

    private static final String RECORD =
            "INSERT INTO surehook_inbox_attempt (id, attempt, started_at, took_ms, outcome, detail) VALUES (?, ?, ?, ?, ?, ?)";

    /** End and record in one round trip: this statement is in every handler's transaction. */
    private static final String PROCESSED = """
            WITH ended AS (
                DELETE FROM surehook_inbox_ready WHERE lane_id = ? AND id = ? AND attempt = ? RETURNING id, attempt)
            INSERT INTO surehook_inbox_attempt (id, attempt, started_at, took_ms, outcome, detail)
            SELECT id, attempt, CAST(? AS bigint), CAST(? AS bigint), CAST(? AS text), CAST(? AS text) FROM ended
            """;

    private static final String RETRY =
            "INSERT INTO surehook_inbox_retry (lane_id, due_at, id, attempt, budget_from) VALUES (?, ?, ?, ?, ?)";

    private static final String PARK =
            "INSERT INTO surehook_inbox_parked (id, source_id, parked_at, attempt, reason) VALUES (?, ?, ?, ?, ?)";

    private final Database database;
    private final SourceIds sources;
    private final LaneIds lanes;
    private final OrderRows orders;

    FinishRows(Database database, SourceIds sources, LaneIds lanes) {
        this.database = database;
        this.sources = sources;
        this.lanes = lanes;
        this.orders = new OrderRows(database.dialect());
    }

    /** As {@link #record}, with as few round trips as the database allows when all are processed. */
    boolean[] recordQuickly(Connection connection, List<Finish> finishes) throws SQLException {
        if (!database.dialect().joinsChanges() || asksForTime(finishes)) {
            return record(connection, finishes);
        }
        Optional<OrderRows.Locked> locked = lockKeys(connection, finishes);
        boolean[] taken = recordProcessed(connection, finishes);
        letNextGoOn(connection, finishes, taken, locked);
        return taken;
    }

    private boolean[] recordProcessed(Connection connection, List<Finish> finishes) throws SQLException {
        LaneKey lane = finishes.get(0).lease().lane();
        boolean together = finishes.size() > 1
                && finishes.stream().allMatch(finish -> finish.lease().lane().equals(lane));
        return together
                ? PostgresMarks.processed(connection, lanes.idOf(lane), finishes)
                : recordEach(connection, finishes);
    }

    private boolean[] recordEach(Connection connection, List<Finish> finishes) throws SQLException {
        try (PreparedStatement processed = connection.prepareStatement(PROCESSED)) {
            for (Finish finish : finishes) {
                processed.setInt(1, lanes.idOf(finish.lease().lane()));
                processed.setLong(2, finish.lease().id());
                processed.setInt(3, finish.lease().attempt());
                processed.setLong(4, finish.startedAt().toEpochMilli());
                processed.setLong(5, finish.took().toMillis());
                processed.setString(6, finish.next().outcome());
                processed.setString(7, finish.detail());
                if (finishes.size() == 1) {
                    return taken(new int[] {processed.executeUpdate()});
                }
                processed.addBatch();
            }
            return taken(processed.executeBatch());
        }
    }

    /** Ends leases and records those that held; for each, whether it did. */
    boolean[] record(Connection connection, List<Finish> finishes) throws SQLException {
        Optional<OrderRows.Locked> locked = lockKeys(connection, finishes);
        boolean[] taken = endLeases(connection, finishes);
        recordEnds(connection, finishes, taken);
        letNextGoOn(connection, finishes, taken, locked);
        return taken;
    }

    /** Records the ends of {@code taken} leases. */
    void record(Connection connection, List<Finish> finishes, boolean[] taken) throws SQLException {
        recordEnds(connection, finishes, taken);
        letNextGoOn(connection, finishes, taken, lockKeys(connection, finishes));
    }

    private void recordEnds(Connection connection, List<Finish> finishes, boolean[] taken) throws SQLException {
        long now = asksForTime(finishes) ? database.now(connection) : 0;
        try (PreparedStatement attempt = connection.prepareStatement(RECORD);
                PreparedStatement retry = connection.prepareStatement(RETRY);
                PreparedStatement park = connection.prepareStatement(PARK)) {
            boolean retries = false;
            boolean parks = false;
            boolean attempts = false;
            for (int i = 0; i < taken.length; i++) {
                Finish finish = finishes.get(i);
                if (taken[i]) {
                    attempts = true;
                    addAttempt(attempt, finish);
                    if (finish.next() instanceof Finish.Retry wait) {
                        retries = true;
                        addRetry(retry, finish.lease(), now, wait);
                    } else if (finish.next() instanceof Finish.Park reason) {
                        parks = true;
                        addParked(park, finish.lease(), now, reason.reason());
                    }
                }
            }
            if (attempts) {
                attempt.executeBatch();
            }
            if (retries) {
                retry.executeBatch();
            }
            if (parks) {
                park.executeBatch();
            }
        }
    }

    /**
     * Locks the keys whose next events may go on, before the rows of the events, as everybody does it. Costs nothing where
     * no event has an order.
     */
    private Optional<OrderRows.Locked> lockKeys(Connection connection, List<Finish> finishes) throws SQLException {
        TreeSet<OrderedKey> keys = new TreeSet<>();
        for (Finish finish : finishes) {
            if (finish.letsGoOn()) {
                finish.lease().orderKey().ifPresent(key -> keys.add(key(finish.lease(), key)));
            }
        }
        return keys.isEmpty() ? Optional.empty() : Optional.of(orders.lockThere(connection, keys));
    }

    private void letNextGoOn(
            Connection connection, List<Finish> finishes, boolean[] taken, Optional<OrderRows.Locked> locked)
            throws SQLException {
        if (locked.isEmpty()) {
            return;
        }
        Map<OrderedKey, Long> heads = new HashMap<>();
        for (int i = 0; i < taken.length; i++) {
            Lease lease = finishes.get(i).lease();
            if (taken[i] && finishes.get(i).letsGoOn()) {
                lease.orderKey().ifPresent(key -> heads.put(key(lease, key), lease.id()));
            }
        }
        orders.letNextGoOn(connection, database, locked.get(), heads);
    }

    private OrderedKey key(Lease lease, OrderKey key) {
        return new OrderedKey(lanes.idOf(lease.lane()), key);
    }

    /** The server's clock costs a round trip, and a processed event has no use for it. */
    private static boolean asksForTime(List<Finish> finishes) {
        return finishes.stream().anyMatch(finish -> !(finish.next() instanceof Finish.Processed));
    }

    boolean[] endLeases(Connection connection, List<Finish> finishes) throws SQLException {
        boolean together = database.dialect().countsBatches();
        int[] counts = new int[finishes.size()];
        try (PreparedStatement end = connection.prepareStatement(END_LEASE)) {
            for (int i = 0; i < counts.length; i++) {
                Lease lease = finishes.get(i).lease();
                end.setInt(1, lanes.idOf(lease.lane()));
                end.setLong(2, lease.id());
                end.setInt(3, lease.attempt());
                if (together) {
                    end.addBatch();
                } else {
                    counts[i] = end.executeUpdate();
                }
            }
            return taken(together ? end.executeBatch() : counts);
        }
    }

    private static boolean[] taken(int[] counts) {
        boolean[] taken = new boolean[counts.length];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = counts[i] == 1;
        }
        return taken;
    }

    private static void addAttempt(PreparedStatement attempt, Finish finish) throws SQLException {
        attempt.setLong(1, finish.lease().id());
        attempt.setInt(2, finish.lease().attempt());
        attempt.setLong(3, finish.startedAt().toEpochMilli());
        attempt.setLong(4, finish.took().toMillis());
        attempt.setString(5, finish.next().outcome());
        attempt.setString(6, finish.detail());
        attempt.addBatch();
    }

    private void addRetry(PreparedStatement retry, Lease lease, long now, Finish.Retry wait) throws SQLException {
        retry.setInt(1, lanes.idOf(lease.lane()));
        retry.setLong(2, now + wait.delay().toMillis());
        retry.setLong(3, lease.id());
        retry.setInt(4, lease.attempt());
        retry.setInt(5, lease.budgetFrom() + 1 - wait.counts());
        retry.addBatch();
    }

    private void addParked(PreparedStatement park, Lease lease, long now, String reason) throws SQLException {
        park.setLong(1, lease.id());
        park.setInt(2, sources.idOf(lease.source()));
        park.setLong(3, now);
        park.setInt(4, lease.attempt());
        park.setString(5, reason);
        park.addBatch();
    }
}
