package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.outbox.JobRef;
import dev.surehook.engine.outbox.ResendJob;
import dev.surehook.engine.outbox.ResendJobStore;
import dev.surehook.engine.outbox.ResendWish;
import dev.surehook.engine.outbox.SendingLog.Page;
import dev.surehook.engine.store.sql.Database;
import dev.surehook.engine.work.OneLine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** Jobs, the same on every database. */
final class SqlResendJobs implements ResendJobStore {
    private static final int MOST_TEXT = 200;
    private static final long FIRST_PAUSE = 1_000;
    private static final long LONGEST_PAUSE = TimeUnit.MINUTES.toMillis(5);

    private final Database database;
    private final AccountIds accounts;
    private final EndpointRows endpoints;
    private final LaneRows lanes;
    private final JobRows jobs;
    private final JobParts parts;
    private final JobStep step;
    private final Begin begin;

    /** Begins a transaction that walks along keys, and tells the time. */
    @FunctionalInterface
    interface Begin {
        long now(Connection connection) throws SQLException;
    }

    SqlResendJobs(Database database, AccountIds accounts, EndpointRows endpoints, JobStep step, Begin begin) {
        this.database = database;
        this.accounts = accounts;
        this.endpoints = endpoints;
        this.lanes = new LaneRows(database.dialect());
        this.jobs = step.jobs();
        this.parts = step.parts();
        this.step = step;
        this.begin = begin;
    }

    @Override
    public Started start(AccountName account, ResendWish wish, String by) {
        if (wish.states().isEmpty()) {
            throw new IllegalArgumentException("a job is about deliveries of one state at least");
        }
        OptionalInt id = accounts.idOf(account);
        return id.isEmpty()
                ? NotStarted.NO_ACCOUNT
                : database.write(connection -> start(connection, id.getAsInt(), wish, OneLine.of(by, MOST_TEXT)));
    }

    private Started start(Connection connection, int account, ResendWish wish, String by) throws SQLException {
        long now = begin.now(connection);
        if (wish.endpoint().isPresent()) {
            Optional<NotStarted> why =
                    unfit(connection, account, wish.endpoint().get());
            if (why.isPresent()) {
                return why.get();
            }
        }
        lockAccount(connection, account);
        if (jobs.running(connection, account) >= MOST_RUNNING) {
            return NotStarted.TOO_MANY;
        }
        JobRef ref = JobRef.random();
        jobs.add(connection, account, ref, wish, by, now);
        JobRows.Row row = jobs.find(connection, account, ref).orElseThrow();
        parts.add(connection, row.id(), ResendWalk.table(wish));
        return new Running(row.job());
    }

    private Optional<NotStarted> unfit(Connection connection, int account, EndpointRef ref) throws SQLException {
        Optional<EndpointRows.Row> found = endpoints.find(connection, account, ref);
        if (found.isEmpty()) {
            return Optional.of(NotStarted.NO_ENDPOINT);
        }
        LaneRow lane = lanes.look(connection, List.of(found.get().id()))
                .get(found.get().id());
        return lane != null && lane.held() ? Optional.of(NotStarted.SWITCHED_OFF) : Optional.empty();
    }

    /** So that two jobs at the same moment are counted one after the other. */
    private void lockAccount(Connection connection, int account) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT id FROM surehook_account WHERE id = ? "
                + database.dialect().locked())) {
            select.setInt(1, account);
            select.executeQuery().close();
        }
    }

    @Override
    public Page<ResendJob> jobs(AccountName account, Optional<String> cursor, int limit) {
        OptionalInt id = accounts.idOf(account);
        if (id.isEmpty()) {
            return new Page<>(List.of(), Optional.empty());
        }
        long before = cursor.map(Long::parseLong).orElse(Long.MAX_VALUE);
        List<JobRows.Row> rows = database.read(connection -> jobs.page(connection, id.getAsInt(), before, limit));
        return new Page<>(
                rows.stream().map(JobRows.Row::job).toList(),
                rows.size() < limit
                        ? Optional.empty()
                        : Optional.of(Long.toString(rows.get(rows.size() - 1).id())));
    }

    @Override
    public Optional<ResendJob> job(AccountName account, JobRef ref) {
        OptionalInt id = accounts.idOf(account);
        return id.isEmpty()
                ? Optional.empty()
                : database.read(connection -> jobs.find(connection, id.getAsInt(), ref))
                        .map(JobRows.Row::job);
    }

    @Override
    public Optional<Cancelled> cancel(AccountName account, JobRef ref) {
        OptionalInt id = accounts.idOf(account);
        return id.isEmpty()
                ? Optional.empty()
                : database.write(connection -> {
                    Optional<JobRows.Row> row = jobs.lock(connection, id.getAsInt(), ref);
                    if (row.isEmpty() || row.get().job().state() != ResendJob.State.RUNNING) {
                        return row.map(ended -> new Cancelled(ended.job(), false));
                    }
                    end(connection, row.get().id(), ResendJob.State.CANCELLED, Optional.empty());
                    return jobs.find(connection, id.getAsInt(), ref).map(found -> new Cancelled(found.job(), true));
                });
    }

    private void end(Connection connection, long id, ResendJob.State state, Optional<String> reason)
            throws SQLException {
        parts.removeAll(connection, id);
        jobs.end(connection, id, state, reason, database.now(connection));
    }

    @Override
    public Optional<Turn> next() {
        return database.read(connection -> {
            Optional<JobRows.Due> first = JobRows.first(connection);
            if (first.isEmpty()) {
                return Optional.empty();
            }
            long in = Math.max(0, first.get().at() - database.now(connection));
            return Optional.of(new Turn(first.get().id(), Duration.ofMillis(in)));
        });
    }

    @Override
    public Optional<Step> step(long job) {
        return database.write(connection -> {
            Optional<Long> queued = step.run(connection, job, begin.now(connection));
            return queued.isEmpty()
                    ? Optional.empty()
                    : jobs.byId(connection, job).map(row -> new Step(row.job(), queued.get()));
        });
    }

    @Override
    public Optional<ResendJob> stumbled(long job, String reason) {
        return database.write(connection -> {
            Optional<JobRows.Row> row = jobs.lockRunning(connection, job);
            if (row.isEmpty()) {
                return Optional.empty();
            }
            int tries = row.get().tries() + 1;
            if (tries < MOST_TRIES) {
                long pause = Math.min(FIRST_PAUSE << Math.min(tries - 1, MOST_TRIES), LONGEST_PAUSE);
                jobs.tryLater(connection, job, tries, database.now(connection) + pause);
                return Optional.empty();
            }
            end(connection, job, ResendJob.State.FAILED, Optional.of(OneLine.of(reason, MOST_TEXT)));
            return jobs.byId(connection, job).map(JobRows.Row::job);
        });
    }

    @Override
    public int purge(Duration age, int most) {
        return database.write(connection -> {
            List<Long> ids = jobs.endedBefore(connection, database.now(connection) - age.toMillis(), most);
            jobs.delete(connection, ids);
            return ids.size();
        });
    }
}
