package dev.surehook.engine.store.outbox;

import dev.surehook.engine.access.AccountKeyStore;
import dev.surehook.engine.access.KeptAnswers;
import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointStore;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DueDelivery;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.Published;
import dev.surehook.engine.outbox.ResendJobStore;
import dev.surehook.engine.outbox.SendingLog;
import dev.surehook.engine.outbox.SendingStore;
import dev.surehook.engine.retention.SentRetentionStore;
import dev.surehook.engine.store.sql.Database;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Publishing and sending, the same on every database. */
public final class SqlSending implements SendingStore {
    /**
     * Queues are empty one minute and full the next, and PostgreSQL plans by what it counted last: in these transactions it
     * may not scan a table or sort it, which leaves the walk along a key.
     */
    private static final String POSTGRESQL_BEGIN = """
            SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
                   set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
                   set_config('enable_sort', 'off', true), set_config('enable_hashjoin', 'off', true),
                   set_config('enable_mergejoin', 'off', true)
            """;

    private static final String ANYTHING_PUBLISHED = "SELECT EXISTS (SELECT 1 FROM surehook_outbox_fanout)";

    private static final String ANYTHING_DUE =
            "SELECT EXISTS (SELECT 1 FROM surehook_endpoint_lane WHERE next_due <= ?)";

    /** One row from the end of each key. */
    private static final String OLDEST_PUBLISHED =
            "SELECT published_at FROM surehook_outbox_event WHERE id = (SELECT min(id) FROM surehook_outbox_fanout)";

    private static final String OLDEST_DUE = "SELECT min(next_due) FROM surehook_endpoint_lane WHERE next_due <= ?";

    /** While one waits for the database the other has requests to send. More would wait for each other's lanes. */
    private static final int TURNS_AT_ONCE = 2;

    private final Database database;
    private final AccountIds accounts;
    private final EndpointRows rows;
    private final EndpointEdits edits;
    private final SqlEndpoints endpoints;
    private final SqlAccountKeys keys;
    private final SqlKeptAnswers answers;
    private final SqlSendingLog log;
    private final SqlResendJobs jobs;
    private final PublishRows publications;
    private final LaneRows lanes;
    private final QueueRows queue;
    private final FanOut fanOut;
    private final AttemptsBegun begun;
    private final AttemptsEnded ended;
    private final SqlSentRetention retention;

    /** @param reclaim gives room back to the file system, where the store has to do that itself */
    public SqlSending(Database database, Runnable reclaim) {
        Dialect dialect = database.dialect();
        this.database = database;
        this.accounts = new AccountIds(database);
        this.rows = new EndpointRows();
        this.lanes = new LaneRows(dialect);
        this.queue = new QueueRows(dialect);
        OutboxEvents events = new OutboxEvents(dialect, accounts);
        DeliveryRows deliveries = new DeliveryRows(dialect);
        Requeue requeue = new Requeue(lanes, queue, deliveries);
        Steering steering = new Steering(lanes, queue, deliveries, requeue);
        this.edits = new EndpointEdits(database, this::begin, rows, lanes, new Withdrawing(queue, deliveries));
        this.endpoints = new SqlEndpoints(database, accounts, rows, lanes, steering, edits);
        this.keys = new SqlAccountKeys(database, accounts);
        this.answers = new SqlKeptAnswers(database);
        this.log = new SqlSendingLog(database, accounts, rows, lanes, queue, steering);
        JobStep step = new JobStep(dialect, accounts, lanes, queue, requeue);
        this.jobs = new SqlResendJobs(database, accounts, rows, step, this::begin);
        this.publications = new PublishRows(database, accounts);
        this.fanOut = new FanOut(dialect, new Subscribers(dialect, rows), events, deliveries);
        this.begun = new AttemptsBegun(dialect, queue, events);
        this.ended = new AttemptsEnded(queue, deliveries, rows, steering);
        this.retention = new SqlSentRetention(database, this::begin, lanes, reclaim);
    }

    @Override
    public EndpointStore endpoints() {
        return endpoints;
    }

    @Override
    public Optional<Account> accountIn(Connection connection, AccountName name) throws SQLException {
        return endpoints.accountIn(connection, name);
    }

    @Override
    public AccountKeyStore keys() {
        return keys;
    }

    @Override
    public KeptAnswers answers() {
        return answers;
    }

    @Override
    public SendingLog log() {
        return log;
    }

    @Override
    public ResendJobStore jobs() {
        return jobs;
    }

    @Override
    public SentRetentionStore retention() {
        return retention;
    }

    @Override
    public List<Published> publish(List<Publication> publications) {
        return database.write(connection -> this.publications.publish(connection, publications));
    }

    @Override
    public Published publishIn(Connection connection, Publication publication) throws SQLException {
        return publications.publish(connection, List.of(publication)).get(0);
    }

    @Override
    public Optional<DeliveryRef> publishTo(EndpointRef endpoint, Publication publication) {
        OptionalInt account = accounts.idOf(publication.account());
        return account.isEmpty()
                ? Optional.empty()
                : database.write(connection -> publishTo(connection, account.getAsInt(), endpoint, publication));
    }

    /** The endpoint is locked before the event's key is written, which nobody waits for. */
    private Optional<DeliveryRef> publishTo(
            Connection connection, int account, EndpointRef endpoint, Publication publication) throws SQLException {
        EndpointRows.@Nullable Row found =
                rows.find(connection, account, endpoint).orElse(null);
        HeldLanes held = new HeldLanes(lanes);
        if (found != null) {
            held.lock(connection, List.of(found.id()));
        }
        if (found == null || held.of(found.id()) == null) {
            return Optional.empty();
        }
        DeliveryRef delivery = new DeliveryRef(publications.storeAlone(connection, account, publication), found.id());
        long now = begin(connection);
        queue.add(connection, fanOut.deliver(connection, List.of(delivery), held, now));
        held.save(connection, now);
        return Optional.of(delivery);
    }

    @Override
    public Turn turn(Wish wish) {
        if (wish.ends().isEmpty() && looksFirst() && !database.read(connection -> anythingFor(connection, wish))) {
            return Turn.NOTHING;
        }
        return database.write(connection -> turn(connection, begin(connection), wish));
    }

    @Override
    public int turnsAtOnce() {
        return database.dialect() == Dialect.SQLITE ? 1 : TURNS_AT_ONCE;
    }

    private boolean anythingFor(Connection connection, Wish wish) throws SQLException {
        return (wish.events() > 0 && anythingPublished(connection)) || (wish.most() > 0 && anythingDue(connection));
    }

    private Turn turn(Connection connection, long now, Wish wish) throws SQLException {
        FanOut.Plan plan = fanOut.plan(connection, wish.events());
        HeldLanes held = new HeldLanes(lanes);
        Set<Long> endpoints = plan.endpoints();
        wish.ends().forEach(end -> endpoints.add(end.delivery().ref().endpoint()));
        held.lock(connection, endpoints);
        List<Boolean> recorded = ended.record(connection, now, wish.ends(), held);
        List<QueueRow> fresh = fanOut.run(connection, plan, held, now);
        List<DueDelivery> due = begun.run(connection, now, wish, held, fresh, plan.events());
        held.save(connection, now);
        return new Turn(recorded, plan.events().size(), due);
    }

    @Override
    public Optional<Instant> oldestDue() {
        return database.read(connection -> {
            long oldest = Math.min(
                    first(connection, OLDEST_PUBLISHED), first(connection, OLDEST_DUE, database.now(connection)));
            return oldest == LaneRow.NEVER ? Optional.empty() : Optional.of(Instant.ofEpochMilli(oldest));
        });
    }

    private static long first(Connection connection, String sql, long... values) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                select.setLong(i + 1, values[i]);
            }
            try (ResultSet row = select.executeQuery()) {
                if (row.next()) {
                    long value = row.getLong(1);
                    return row.wasNull() ? LaneRow.NEVER : value;
                }
                return LaneRow.NEVER;
            }
        }
    }

    @Override
    public void sweep() {
        database.read(LaneRows::held).forEach(endpoints::keepWaiting);
        edits.sweep();
    }

    /** On PostgreSQL a transaction that changes nothing costs no more than a look. */
    private boolean looksFirst() {
        return database.dialect() != Dialect.POSTGRESQL;
    }

    private long begin(Connection connection) throws SQLException {
        if (database.dialect() != Dialect.POSTGRESQL) {
            return database.now(connection);
        }
        try (PreparedStatement select = connection.prepareStatement(POSTGRESQL_BEGIN);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    private static boolean anythingPublished(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(ANYTHING_PUBLISHED);
                ResultSet row = select.executeQuery()) {
            return row.next() && row.getBoolean(1);
        }
    }

    private boolean anythingDue(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(ANYTHING_DUE)) {
            select.setLong(1, database.now(connection));
            try (ResultSet row = select.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }
}
