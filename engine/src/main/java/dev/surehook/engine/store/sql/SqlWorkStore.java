package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.Event;
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
import java.util.Map;

/** Claims and finishes, the same on every store. */
final class SqlWorkStore implements WorkStore {
    private static final String ANYTHING_DUE = """
            SELECT EXISTS (SELECT 1 FROM inbox_ready WHERE source_id = ? AND id > ? AND lease_until <= ?)
                OR EXISTS (SELECT 1 FROM inbox_retry WHERE source_id = ? AND due_at <= ?)
            """;

    /** Due retries become ready. A key search in due order; other nodes' rows are stepped over, not waited for. */
    private static final String TAKE_DUE_RETRIES = """
            WITH due AS MATERIALIZED (
                SELECT source_id, due_at, id FROM inbox_retry
                WHERE source_id = ? AND due_at <= ? ORDER BY due_at, id LIMIT ? %s)
            DELETE FROM inbox_retry WHERE (source_id, due_at, id) IN (SELECT source_id, due_at, id FROM due)
            RETURNING id, due_at, attempt, budget_from
            """;

    private static final String MAKE_READY = """
            INSERT INTO inbox_ready (source_id, id, due_at, attempt, budget_from, lease_until)
            VALUES (?, ?, ?, ?, ?, 0)
            """;

    /**
     * Two searches on the primary key. The rows in flight that the inner one steps over are bounded by concurrency. No
     * changed column is in an index, so PostgreSQL updates in place (HOT).
     */
    private static final String CLAIM = """
            WITH free AS MATERIALIZED (
                SELECT id FROM inbox_ready
                WHERE source_id = ? AND id > ? AND lease_until <= ? ORDER BY id LIMIT ? %s)
            UPDATE inbox_ready SET attempt = attempt + 1, lease_until = ?
            WHERE source_id = ? AND id IN (SELECT id FROM free)
            RETURNING id, attempt, budget_from
            """;

    /** The attempt is the fence: who was overtaken finds no row. */
    private static final String END_LEASE = "DELETE FROM inbox_ready WHERE source_id = ? AND id = ? AND attempt = ?";

    private static final String RECORD =
            "INSERT INTO inbox_attempt (id, attempt, started_at, took_ms, outcome, detail) VALUES (?, ?, ?, ?, ?, ?)";

    private static final String RETRY =
            "INSERT INTO inbox_retry (source_id, due_at, id, attempt, budget_from) VALUES (?, ?, ?, ?, ?)";

    private static final String PARK =
            "INSERT INTO inbox_parked (id, source_id, parked_at, attempt, reason) VALUES (?, ?, ?, ?, ?)";

    private final Database database;
    private final SourceIds sources;
    private final LowWater lowWater = new LowWater();

    SqlWorkStore(Database database, SourceIds sources) {
        this.database = database;
        this.sources = sources;
    }

    @Override
    public List<Claimed> claim(SourceName source, int limit, Duration lease) {
        int sourceId = sources.idOf(source);
        long above = lowWater.of(sourceId);
        if (!database.read(connection -> anythingDue(connection, sourceId, above))) {
            return List.of();
        }
        List<Lease> leases = database.write(connection -> take(connection, source, sourceId, limit, lease));
        return leases.isEmpty() ? List.of() : database.read(connection -> load(connection, source, leases));
    }

    /** Work may have become due anywhere, by a replay for instance. */
    void lookEverywhere() {
        lowWater.forget();
    }

    private boolean anythingDue(Connection connection, int sourceId, long above) throws SQLException {
        long now = database.now(connection);
        try (PreparedStatement select = connection.prepareStatement(ANYTHING_DUE)) {
            select.setInt(1, sourceId);
            select.setLong(2, above);
            select.setLong(3, now);
            select.setInt(4, sourceId);
            select.setLong(5, now);
            try (ResultSet row = select.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    private List<Lease> take(Connection connection, SourceName source, int sourceId, int limit, Duration lease)
            throws SQLException {
        long now = database.now(connection);
        if (moveDueRetries(connection, sourceId, limit, now)) {
            lookEverywhere();
        }
        long above = lowWater.of(sourceId);
        List<Lease> leases = new ArrayList<>();
        try (PreparedStatement claim = connection.prepareStatement(CLAIM.formatted(database.skipLocked()))) {
            claim.setInt(1, sourceId);
            claim.setLong(2, above);
            claim.setLong(3, now);
            claim.setInt(4, limit);
            claim.setLong(5, now + lease.toMillis());
            claim.setInt(6, sourceId);
            try (ResultSet rows = claim.executeQuery()) {
                while (rows.next()) {
                    leases.add(new Lease(source, rows.getLong(1), rows.getInt(2), rows.getInt(3)));
                }
            }
        }
        leases.sort(Comparator.comparingLong(Lease::id));
        if (!leases.isEmpty()) {
            lowWater.found(sourceId, above, leases.get(0).id());
        }
        return leases;
    }

    private boolean moveDueRetries(Connection connection, int sourceId, int limit, long now) throws SQLException {
        try (PreparedStatement take = connection.prepareStatement(TAKE_DUE_RETRIES.formatted(database.skipLocked()));
                PreparedStatement ready = connection.prepareStatement(MAKE_READY)) {
            take.setInt(1, sourceId);
            take.setLong(2, now);
            take.setInt(3, limit);
            boolean any = false;
            try (ResultSet rows = take.executeQuery()) {
                while (rows.next()) {
                    any = true;
                    ready.setInt(1, sourceId);
                    ready.setLong(2, rows.getLong("id"));
                    ready.setLong(3, rows.getLong("due_at"));
                    ready.setInt(4, rows.getInt("attempt"));
                    ready.setInt(5, rows.getInt("budget_from"));
                    ready.addBatch();
                }
            }
            if (any) {
                ready.executeBatch();
            }
            return any;
        }
    }

    private static List<Claimed> load(Connection connection, SourceName source, List<Lease> leases)
            throws SQLException {
        Map<Long, Event> events = EventRows.events(
                connection, source, leases.stream().map(Lease::id).toList());
        List<Claimed> claimed = new ArrayList<>(leases.size());
        for (Lease lease : leases) {
            Event event = events.get(lease.id());
            if (event != null) {
                claimed.add(new Claimed(lease, event));
            }
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
            sources.idOf(finish.lease().source());
        }
        boolean[] taken = database.write(connection -> record(connection, sorted));
        Boolean[] result = new Boolean[finishes.size()];
        for (int i = 0; i < taken.length; i++) {
            result[order.get(i)] = taken[i];
        }
        return Arrays.asList(result);
    }

    @Override
    public boolean finish(Finish finish, Effect effect) {
        sources.idOf(finish.lease().source());
        return database.write(connection -> {
            boolean[] taken = endLeases(connection, List.of(finish));
            if (taken[0]) {
                apply(effect, connection);
                record(connection, List.of(finish), taken);
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

    private boolean[] record(Connection connection, List<Finish> finishes) throws SQLException {
        boolean[] taken = endLeases(connection, finishes);
        record(connection, finishes, taken);
        return taken;
    }

    private void record(Connection connection, List<Finish> finishes, boolean[] taken) throws SQLException {
        long now = database.now(connection);
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
                        addRetry(retry, finish.lease(), now + wait.delay().toMillis());
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

    private boolean[] endLeases(Connection connection, List<Finish> finishes) throws SQLException {
        boolean[] taken = new boolean[finishes.size()];
        try (PreparedStatement end = connection.prepareStatement(END_LEASE)) {
            for (Finish finish : finishes) {
                end.setInt(1, sources.idOf(finish.lease().source()));
                end.setLong(2, finish.lease().id());
                end.setInt(3, finish.lease().attempt());
                end.addBatch();
            }
            int[] counts = end.executeBatch();
            for (int i = 0; i < taken.length; i++) {
                taken[i] = counts[i] == 1;
            }
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

    private void addRetry(PreparedStatement retry, Lease lease, long dueAt) throws SQLException {
        retry.setInt(1, sources.idOf(lease.source()));
        retry.setLong(2, dueAt);
        retry.setLong(3, lease.id());
        retry.setInt(4, lease.attempt());
        retry.setInt(5, lease.budgetFrom());
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
