package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.EffectFailed;
import dev.surehook.engine.work.Finish;
import dev.surehook.engine.work.Lease;
import dev.surehook.engine.work.WorkStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Claims and finishes, the same on every store. */
final class SqlWorkStore implements WorkStore {
    private static final String ANYTHING_DUE = """
            SELECT EXISTS (SELECT 1 FROM surehook_inbox_ready WHERE lane_id = ? AND id > ? AND lease_until <= ?)
                OR EXISTS (SELECT 1 FROM surehook_inbox_retry WHERE lane_id = ? AND due_at <= ?)
            """;

    private static final String LANES_WITH_WORK = """
            SELECT l.name FROM surehook_lane l
            WHERE l.source_id = ? AND (EXISTS (SELECT 1 FROM surehook_inbox_ready r WHERE r.lane_id = l.id)
                OR EXISTS (SELECT 1 FROM surehook_inbox_retry t WHERE t.lane_id = l.id))
            """;

    private static final String PUT_BACK = """
            UPDATE surehook_inbox_ready SET lease_until = 0, budget_from = budget_from + 1
            WHERE lane_id = ? AND id = ? AND attempt = ?
            """;

    private static final String MAKE_READY = """
            INSERT INTO surehook_inbox_ready (lane_id, id, due_at, attempt, budget_from, lease_until)
            VALUES (?, ?, ?, ?, ?, 0)
            """;

    private final Database database;
    private final SourceIds sources;
    private final LaneIds lanes;
    private final DueWork due;
    private final EventRows events;
    private final FinishRows finished;
    private final LowWater lowWater = new LowWater();
    private final RetryLooks retryLooks = new RetryLooks();

    SqlWorkStore(Database database, SourceIds sources, LaneIds lanes) {
        this.database = database;
        this.sources = sources;
        this.lanes = lanes;
        this.events = new EventRows(database.dialect());
        this.due = dueWork(database.dialect());
        this.finished = new FinishRows(database, sources, lanes);
    }

    private static DueWork dueWork(Dialect dialect) {
        return switch (dialect) {
            case POSTGRESQL -> new PostgresDueWork();
            case SQLITE -> new ReturningDueWork();
            case MARIADB, H2 -> new LockingDueWork(dialect);
        };
    }

    @Override
    public List<Claimed> claim(LaneKey lane, int limit, Duration lease) {
        int laneId = lanes.idOf(lane);
        if (due.looksFirst()) {
            long above = lowWater.of(laneId);
            if (!database.read(connection -> anythingDue(connection, laneId, above))) {
                return List.of();
            }
        }
        Taken taken = database.write(connection -> take(connection, lane, laneId, limit, lease));
        return taken.leases().isEmpty() ? List.of() : load(lane, taken);
    }

    @Override
    public void putBack(List<Lease> leases) {
        leases.forEach(this::require);
        List<Lease> sorted =
                leases.stream().sorted(Comparator.comparingLong(Lease::id)).toList();
        int[] freed = database.write(connection -> {
            try (PreparedStatement update = connection.prepareStatement(PUT_BACK)) {
                for (Lease lease : sorted) {
                    update.setInt(1, lanes.idOf(lease.lane()));
                    update.setLong(2, lease.id());
                    update.setInt(3, lease.attempt());
                    update.addBatch();
                }
                return update.executeBatch();
            }
        });
        if (freed.length > 0) {
            lookEverywhere();
        }
    }

    @Override
    public List<LaneKey> lanesWithWork(SourceName source) {
        int sourceId = sources.idOf(source);
        return database.read(connection -> {
            List<LaneKey> found = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(LANES_WITH_WORK)) {
                select.setInt(1, sourceId);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        found.add(new LaneKey(source, row.getString(1)));
                    }
                }
            }
            return found;
        });
    }

    /** So that nothing has to be looked up in the transaction. */
    private void require(Lease lease) {
        sources.idOf(lease.source());
        lanes.idOf(lease.lane());
    }

    /** Work may have become due anywhere, by a replay for instance. */
    void lookEverywhere() {
        lowWater.forget();
    }

    private boolean anythingDue(Connection connection, int laneId, long above) throws SQLException {
        long now = database.now(connection);
        try (PreparedStatement select = connection.prepareStatement(ANYTHING_DUE)) {
            select.setInt(1, laneId);
            select.setLong(2, above);
            select.setLong(3, now);
            select.setInt(4, laneId);
            select.setLong(5, now);
            try (ResultSet row = select.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    private Taken take(Connection connection, LaneKey lane, int laneId, int limit, Duration lease) throws SQLException {
        long since = System.nanoTime();
        long now = due.begin(connection, database);
        DueWork.Search search = new DueWork.Search(lane, laneId, 0, now, limit, now + lease.toMillis());
        List<Lease> leases = new ArrayList<>(claimReady(connection, search));
        // Retries that are due become ready when there is room for them, and once a second however much is ready.
        if (leases.size() < limit || retryLooks.isDue(laneId)) {
            if (moveDueRetries(connection, search)) {
                lookEverywhere();
                leases.addAll(claimReady(connection, search.limit(limit - leases.size())));
            }
        }
        leases.sort(Comparator.comparingLong(Lease::id));
        return new Taken(leases, since);
    }

    private List<Lease> claimReady(Connection connection, DueWork.Search search) throws SQLException {
        if (search.limit() == 0) {
            return List.of();
        }
        long above = lowWater.of(search.laneId());
        List<Lease> leases = due.claim(connection, search.above(above));
        leases.stream().mapToLong(Lease::id).min().ifPresent(oldest -> lowWater.found(search.laneId(), above, oldest));
        return leases;
    }

    private boolean moveDueRetries(Connection connection, DueWork.Search search) throws SQLException {
        List<DueWork.DueRetry> taken = due.takeRetries(connection, search);
        if (taken.isEmpty()) {
            return false;
        }
        try (PreparedStatement ready = connection.prepareStatement(MAKE_READY)) {
            for (DueWork.DueRetry retry : taken) {
                ready.setInt(1, search.laneId());
                ready.setLong(2, retry.id());
                ready.setLong(3, retry.dueAt());
                ready.setInt(4, retry.attempt());
                ready.setInt(5, retry.budgetFrom());
                ready.addBatch();
            }
            ready.executeBatch();
        }
        return true;
    }

    private List<Claimed> load(LaneKey lane, Taken taken) {
        List<Lease> leases = taken.leases();
        EventRows.Loaded loaded = database.read(connection -> events.load(
                connection, lane.source(), leases.stream().map(Lease::id).toList()));
        List<Claimed> claimed = new ArrayList<>(leases.size());
        List<Lease> tooMany = new ArrayList<>();
        for (Lease lease : leases) {
            EventRows.Row row = loaded.rows().get(lease.id());
            if (row != null) {
                claimed.add(new Claimed(lease.of(row.orderKey()), row.event(), taken.since()));
            } else if (lease.id() > loaded.last()) {
                tooMany.add(lease);
            }
        }
        if (claimed.stream().anyMatch(work -> work.lease().orderKey().isPresent())) {
            lowWater.neverFor(lanes.idOf(lane));
        }
        if (!tooMany.isEmpty()) {
            putBack(tooMany);
        }
        return claimed;
    }

    @Override
    public List<Boolean> finish(List<Finish> finishes) {
        // One order for all nodes, so that two batches cannot wait for each other.
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < finishes.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingLong(i -> finishes.get(i).lease().id()));
        List<Finish> sorted = order.stream().map(finishes::get).toList();
        for (Finish finish : sorted) {
            require(finish.lease());
        }
        boolean[] taken = database.write(connection -> finished.record(connection, sorted));
        Boolean[] result = new Boolean[finishes.size()];
        for (int i = 0; i < taken.length; i++) {
            result[order.get(i)] = taken[i];
        }
        return Arrays.asList(result);
    }

    @Override
    public List<Boolean> finishIn(Connection connection, List<Finish> finishes) throws SQLException {
        List<Boolean> result = new ArrayList<>(finishes.size());
        for (boolean each : finished.recordQuickly(connection, finishes)) {
            result.add(each);
        }
        return result;
    }

    @Override
    public boolean finish(Finish finish, Effect effect) {
        require(finish.lease());
        return database.writeOnce(connection -> {
            boolean[] taken = finished.endLeases(connection, List.of(finish));
            if (taken[0]) {
                apply(effect, connection);
                finished.record(connection, List.of(finish), taken);
            }
            return taken[0];
        });
    }

    /** What an effect throws goes through the transaction, which it rolls back, to the caller and not to the store's. */
    private static void apply(Effect effect, Connection connection) {
        try {
            effect.apply(connection);
        } catch (Exception e) {
            throw new EffectFailed(e);
        }
    }

    /** @param since {@link System#nanoTime()} before the leases began */
    private record Taken(List<Lease> leases, long since) {}
}
