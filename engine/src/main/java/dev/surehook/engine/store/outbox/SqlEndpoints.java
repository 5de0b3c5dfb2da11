package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.Edited;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointEdit;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointSecret;
import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.endpoint.EndpointStore;
import dev.surehook.engine.endpoint.Rotation;
import dev.surehook.engine.endpoint.SealedSecrets;
import dev.surehook.engine.store.sql.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Accounts and endpoints. Lanes are locked before endpoints, endpoints before accounts. */
final class SqlEndpoints implements EndpointStore {
    /** Deliveries that are taken out of a queue in one transaction. */
    private static final int STEP = 500;

    private static final String ACCOUNTS =
            "SELECT id, name, profile, created_at FROM surehook_account WHERE name > ? ORDER BY name LIMIT ?";

    private static final String ACCOUNT = "SELECT id, name, profile, created_at FROM surehook_account WHERE name = ?";

    private final Database database;
    private final AccountIds accounts;
    private final EndpointRows rows;
    private final LaneRows lanes;
    private final Steering steering;
    private final EndpointEdits edits;

    SqlEndpoints(
            Database database,
            AccountIds accounts,
            EndpointRows rows,
            LaneRows lanes,
            Steering steering,
            EndpointEdits edits) {
        this.database = database;
        this.accounts = accounts;
        this.rows = rows;
        this.lanes = lanes;
        this.steering = steering;
        this.edits = edits;
    }

    @Override
    public Account open(AccountName name, String profile) {
        Optional<Account> there = account(name);
        if (there.isPresent()) {
            return there.get();
        }
        database.write(connection -> {
            String sql = database.dialect()
                    .unlessThere("INSERT INTO surehook_account (name, profile, created_at) VALUES (?, ?, ?)");
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                insert.setString(1, name.value());
                insert.setString(2, profile);
                insert.setLong(3, database.now(connection));
                return database.dialect().insertUnlessThere(insert);
            }
        });
        return account(name).orElseThrow();
    }

    @Override
    public Optional<Account> account(AccountName name) {
        return database.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(ACCOUNT)) {
                select.setString(1, name.value());
                return read(select).stream().findFirst();
            }
        });
    }

    /** On a connection of the caller's. */
    Optional<Account> accountIn(Connection connection, AccountName name) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(ACCOUNT)) {
            select.setString(1, name.value());
            return accounts(select, false).stream().findFirst();
        }
    }

    @Override
    public List<Account> accounts(String after, int limit) {
        return database.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(ACCOUNTS)) {
                select.setString(1, after);
                select.setInt(2, limit);
                return read(select);
            }
        });
    }

    private List<Account> read(PreparedStatement select) throws SQLException {
        return accounts(select, true);
    }

    /** @param committed whether what is read is there for good; in a transaction of somebody else it may not be */
    private List<Account> accounts(PreparedStatement select, boolean committed) throws SQLException {
        List<Account> found = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                AccountName name = new AccountName(row.getString("name"));
                if (committed) {
                    accounts.remember(name, row.getInt("id"));
                }
                found.add(new Account(name, row.getString("profile"), Instant.ofEpochMilli(row.getLong("created_at"))));
            }
        }
        return found;
    }

    @Override
    public Optional<Endpoint> add(
            AccountName account, EndpointRef ref, EndpointDraft draft, String sealed, int most, boolean onlyActive) {
        OptionalInt id = accounts.idOf(account);
        if (id.isEmpty()) {
            return Optional.empty();
        }
        return database.write(connection -> {
            // The account's row, so that two at the same moment are counted one after the other.
            lockAccount(connection, id.getAsInt());
            long counted = rows.ofAccount(connection, id.getAsInt()).stream()
                    .filter(known -> !onlyActive || isActive(known.endpoint()))
                    .count();
            if (counted >= most) {
                return Optional.empty();
            }
            rows.add(connection, id.getAsInt(), ref, draft, sealed, database.now(connection));
            return rows.find(connection, id.getAsInt(), ref).map(EndpointRows.Row::endpoint);
        });
    }

    private static void lockAccount(Connection connection, int id) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE surehook_account SET version = version + 1 WHERE id = ?")) {
            update.setInt(1, id);
            update.executeUpdate();
        }
    }

    @Override
    public Optional<Endpoint> endpoint(AccountName account, EndpointRef ref) {
        return found(account, ref).map(EndpointRows.Row::endpoint);
    }

    private Optional<EndpointRows.Row> found(AccountName account, EndpointRef ref) {
        OptionalInt id = accounts.idOf(account);
        return id.isEmpty() ? Optional.empty() : database.read(connection -> rows.find(connection, id.getAsInt(), ref));
    }

    @Override
    public List<Endpoint> endpoints(AccountName account) {
        OptionalInt id = accounts.idOf(account);
        return id.isEmpty()
                ? List.of()
                : database.read(connection -> rows.ofAccount(connection, id.getAsInt()).stream()
                        .map(Subscribers.Numbered::endpoint)
                        .toList());
    }

    /** A change of an endpoint whose lane is locked. */
    @FunctionalInterface
    private interface Change {
        void run(Connection connection, EndpointRows.Row row, LaneRow lane, long now) throws SQLException;
    }

    private Optional<Endpoint> changed(AccountName account, EndpointRef ref, Change change) {
        return found(account, ref)
                .flatMap(row -> database.write(connection -> {
                    LaneRow lane = lanes.lock(connection, List.of(row.id())).get(row.id());
                    if (lane == null) {
                        return Optional.empty();
                    }
                    long now = database.now(connection);
                    change.run(connection, row, lane, now);
                    rows.changed(connection, row.id(), now);
                    return rows.find(connection, row.id()).map(EndpointRows.Row::endpoint);
                }));
    }

    @Override
    public List<Endpoint> endpoints(AccountName account, Optional<EndpointRef> after, int limit) {
        OptionalInt id = accounts.idOf(account);
        return id.isEmpty()
                ? List.of()
                : database.read(connection -> rows.page(connection, id.getAsInt(), after, limit));
    }

    @Override
    public Edited<Endpoint> edit(AccountName account, EndpointRef ref, EndpointEdit edit) {
        return found(account, ref).map(row -> edits.edit(row.id(), edit)).orElseGet(Edited.NotThere::new);
    }

    @Override
    public Edited<Endpoint> activate(AccountName account, EndpointRef ref, int most) {
        Optional<EndpointRows.Row> row = found(account, ref);
        if (row.isEmpty()) {
            return new Edited.NotThere<>();
        }
        long id = row.get().id();
        edits.finish(id);
        // What waited when it was switched off stays where it is, also where that was not done to the end.
        keepWaiting(id);
        return database.write(connection -> {
            LaneRow lane = lanes.lock(connection, List.of(id)).get(id);
            if (lane == null || rows.find(connection, id).isEmpty()) {
                return new Edited.NotThere<>();
            }
            if (!hasRoom(connection, row.get(), most)) {
                return new Edited.NoRoom<>();
            }
            long now = database.now(connection);
            begin(connection, lane, EndpointStatus.ACTIVE, 0, now);
            rows.setStatus(connection, id, EndpointStatus.ACTIVE, null, 0, now);
            return new Edited.Done<>(rows.find(connection, id).orElseThrow().endpoint());
        });
    }

    /** With the account locked: two that are switched on at the same moment are counted one after the other. */
    private boolean hasRoom(Connection connection, EndpointRows.Row row, int most) throws SQLException {
        if (most == Integer.MAX_VALUE) {
            return true;
        }
        rows.lock(connection, row.id());
        lockAccount(connection, row.account());
        List<Subscribers.Numbered> all = rows.ofAccount(connection, row.account());
        boolean counts = all.stream().anyMatch(one -> one.id() == row.id() && isActive(one.endpoint()));
        return counts || all.stream().filter(one -> isActive(one.endpoint())).count() < most;
    }

    /** One whose pause ends by itself keeps its place. */
    private static boolean isActive(Endpoint endpoint) {
        return endpoint.status() == EndpointStatus.ACTIVE
                || (endpoint.status() == EndpointStatus.PAUSED
                        && endpoint.pausedUntil().isPresent());
    }

    @Override
    public Optional<Endpoint> status(
            AccountName account,
            EndpointRef ref,
            EndpointStatus status,
            Optional<String> reason,
            Optional<Instant> until) {
        if (status == EndpointStatus.ACTIVE) {
            return activate(account, ref, Integer.MAX_VALUE) instanceof Edited.Done<Endpoint> done
                    ? Optional.of(done.value())
                    : Optional.empty();
        }
        Optional<EndpointRows.Row> row = found(account, ref);
        row.ifPresent(found -> edits.finish(found.id()));
        Optional<Endpoint> changed = changed(account, ref, (connection, found, lane, now) -> {
            long pausedUntil = status == EndpointStatus.PAUSED
                    ? until.map(Instant::toEpochMilli).orElse(LaneRow.NEVER)
                    : 0;
            rows.setStatus(connection, found.id(), status, reason.orElse(null), pausedUntil, now);
            begin(connection, lane, status, pausedUntil, now);
        });
        row.ifPresent(found -> keepWaiting(found.id()));
        return changed;
    }

    /** The lane begins anew: no suspension, no failures. */
    private void begin(Connection connection, LaneRow lane, EndpointStatus status, long pausedUntil, long now)
            throws SQLException {
        boolean off = status == EndpointStatus.DISABLED || status == EndpointStatus.PENDING;
        LaneRow begun = new LaneRow(
                lane.endpoint(),
                0,
                lane.slots(),
                lane.perSecond(),
                lane.inOrder(),
                off ? Hold.OFF : Hold.NONE,
                pausedUntil,
                0,
                0,
                0,
                0,
                lane.tat());
        lanes.update(connection, List.of(begun.nextDue(begun.wake(now))));
        lanes.pause(connection, lane.endpoint(), pausedUntil);
    }

    /** In steps, so that a long queue holds nobody up. Does nothing where the endpoint is sent to. */
    void keepWaiting(long endpoint) {
        int kept;
        do {
            kept = database.write(connection -> {
                LaneRow lane = lanes.lock(connection, List.of(endpoint)).get(endpoint);
                return lane == null || !lane.held()
                        ? 0
                        : steering.parkWaiting(connection, endpoint, lane.hold(), STEP, database.now(connection));
            });
        } while (kept == STEP);
    }

    @Override
    public boolean delete(AccountName account, EndpointRef ref) {
        Optional<EndpointRows.Row> row = found(account, ref);
        if (row.isEmpty()) {
            return false;
        }
        long id = row.get().id();
        boolean deleted = database.write(connection -> {
            LaneRow lane = lanes.lock(connection, List.of(id)).get(id);
            if (lane == null || lane.hold() == Hold.DELETED) {
                return false;
            }
            lanes.update(connection, List.of(lane.held(Hold.DELETED)));
            rows.delete(connection, id, database.now(connection));
            return true;
        });
        keepWaiting(id);
        return deleted;
    }

    @Override
    public Edited<EndpointSecret> rotate(AccountName account, EndpointRef ref, Rotation rotation) {
        Optional<EndpointRows.Row> row = found(account, ref);
        if (row.isEmpty()) {
            return new Edited.NotThere<>();
        }
        long id = row.get().id();
        return database.write(connection -> {
            if (!lanes.lock(connection, List.of(id)).containsKey(id)) {
                return new Edited.NotThere<>();
            }
            long now = database.now(connection);
            Optional<Instant> inFlight =
                    rotation.refusedInFlight() ? edits.inFlight(connection, id, now) : Optional.empty();
            if (inFlight.isPresent()) {
                return new Edited.InFlight<>(inFlight.get());
            }
            int version = 1 + newest(connection, id);
            rows.endSecrets(connection, id, now + rotation.overlap().toMillis());
            rows.addSecret(connection, id, version, rotation.seal().apply(version), now);
            rows.changed(connection, id, now);
            return new Edited.Done<>(
                    rows.secrets(connection, id, now).stream().findFirst().orElseThrow());
        });
    }

    @Override
    public Optional<EndpointSecret> secret(AccountName account, EndpointRef ref) {
        return found(account, ref)
                .flatMap(row -> database.read(
                        connection -> rows.secrets(connection, row.id(), database.now(connection)).stream()
                                .findFirst()));
    }

    private static int newest(Connection connection, long endpoint) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT max(version) FROM surehook_endpoint_secret WHERE endpoint_id = ?")) {
            select.setLong(1, endpoint);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        }
    }

    @Override
    public SealedSecrets secrets() {
        return new SqlSealedSecrets(database);
    }

    @Override
    public Optional<Target> target(long endpoint) {
        return database.read(connection -> {
            EndpointRows.@Nullable Row row = rows.find(connection, endpoint).orElse(null);
            if (row == null) {
                return Optional.empty();
            }
            long now = database.now(connection);
            return Optional.of(new Target(
                    row.endpoint(), row.profile(), rows.secrets(connection, endpoint, now), Instant.ofEpochMilli(now)));
        });
    }

    @Override
    public Optional<Lane> lane(AccountName account, EndpointRef ref) {
        return found(account, ref)
                .flatMap(row -> database.read(connection -> {
                    Map<Long, LaneRow> found = lanes.look(connection, List.of(row.id()));
                    LaneRow lane = found.get(row.id());
                    return lane == null
                            ? Optional.empty()
                            : Optional.of(new Lane(
                                    lane.failures(),
                                    lane.suspendedUntil() > database.now(connection)
                                            ? Optional.of(Instant.ofEpochMilli(lane.suspendedUntil()))
                                            : Optional.empty()));
                }));
    }
}
