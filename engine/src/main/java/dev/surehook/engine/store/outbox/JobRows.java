package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.JobRef;
import dev.surehook.engine.outbox.ResendJob;
import dev.surehook.engine.outbox.ResendWish;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Jobs as rows. */
final class JobRows {
    private static final String SELECT = """
            SELECT id, ref, account_id, kind, states, endpoint_ref, type, since_time, until_time, used, upper_id, state,
                   reason, tries, looked_at, queued, waiting, switched_off, endpoint_gone, created_at, updated_at,
                   created_by
            FROM surehook_job WHERE
            """;

    /** Of later events than the newest there is now, whoever is publishing them, nothing belongs to the job. */
    private static final String ADD = """
            INSERT INTO surehook_job (ref, account_id, kind, states, endpoint_ref, type, since_time, until_time, used,
                                      upper_id, state, due_at, created_at, updated_at, created_by)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM surehook_outbox_key), ?, ?, ?, ?, ?)
            """;

    private static final String UPDATE = """
            UPDATE surehook_job SET due_at = ?, tries = 0, looked_at = ?, queued = ?, waiting = ?, switched_off = ?,
                                    endpoint_gone = ?, state = ?, updated_at = ?
            WHERE id = ?
            """;

    private static final String END =
            "UPDATE surehook_job SET state = ?, reason = ?, due_at = ?, updated_at = ? WHERE id = ?";

    private final Dialect dialect;
    private final AccountIds accounts;

    JobRows(Dialect dialect, AccountIds accounts) {
        this.dialect = dialect;
        this.accounts = accounts;
    }

    /** @param upper the number of the newest event whose deliveries belong to it */
    record Row(long id, long upper, int tries, ResendJob job) {}

    void add(Connection connection, int account, JobRef ref, ResendWish wish, String by, long now) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD)) {
            insert.setString(1, ref.value());
            insert.setInt(2, account);
            insert.setString(3, wish.kind().label());
            insert.setString(
                    4, wish.states().stream().sorted().map(DeliveryState::label).collect(Collectors.joining(",")));
            insert.setString(5, wish.endpoint().map(EndpointRef::value).orElse(null));
            insert.setString(6, wish.type().orElse(null));
            insert.setObject(7, millis(wish.since()));
            insert.setObject(8, millis(wish.until()));
            insert.setInt(9, wish.used());
            insert.setString(10, ResendJob.State.RUNNING.label());
            insert.setLong(11, now);
            insert.setLong(12, now);
            insert.setLong(13, now);
            insert.setString(14, by);
            insert.executeUpdate();
        }
    }

    private static @Nullable Long millis(Optional<Instant> time) {
        return time.map(Instant::toEpochMilli).orElse(null);
    }

    int running(Connection connection, int account) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT count(*) FROM surehook_job WHERE account_id = ? AND due_at < " + LaneRow.NEVER)) {
            select.setInt(1, account);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    Optional<Row> find(Connection connection, int account, JobRef ref) throws SQLException {
        return select(connection, "account_id = ? AND ref = ?", account, ref.value()).stream()
                .findFirst();
    }

    Optional<Row> byId(Connection connection, long id) throws SQLException {
        return select(connection, "id = ?", id).stream().findFirst();
    }

    /** Waits for whoever goes on with it. */
    Optional<Row> lock(Connection connection, int account, JobRef ref) throws SQLException {
        return select(connection, "account_id = ? AND ref = ? " + dialect.locked(), account, ref.value()).stream()
                .findFirst();
    }

    /** Nothing when another node has it, or it is not its time. */
    Optional<Row> lockDue(Connection connection, long id, long now) throws SQLException {
        return select(connection, "id = ? AND due_at <= ? " + dialect.skipLocked(), id, now).stream()
                .findFirst();
    }

    Optional<Row> lockRunning(Connection connection, long id) throws SQLException {
        return select(connection, "id = ? AND due_at < ? " + dialect.locked(), id, LaneRow.NEVER).stream()
                .findFirst();
    }

    List<Row> page(Connection connection, int account, long before, int limit) throws SQLException {
        return select(connection, "account_id = ? AND id < ? ORDER BY id DESC LIMIT ?", account, before, limit);
    }

    private List<Row> select(Connection connection, String where, Object... values) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT + where)) {
            for (int i = 0; i < values.length; i++) {
                select.setObject(i + 1, values[i]);
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    rows.add(read(row, accounts.nameOf(connection, row.getInt("account_id"))));
                }
            }
        }
        return rows;
    }

    private static Row read(ResultSet row, AccountName account) throws SQLException {
        ResendWish wish = new ResendWish(
                ResendWish.Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
                Arrays.stream(row.getString("states").split(",", -1))
                        .map(DeliveryState::of)
                        .collect(Collectors.toSet()),
                Optional.ofNullable(row.getString("endpoint_ref")).map(EndpointRef::new),
                Optional.ofNullable(row.getString("type")),
                time(row, "since_time"),
                time(row, "until_time"),
                row.getInt("used"));
        ResendJob job = new ResendJob(
                new JobRef(row.getString("ref")),
                account,
                wish,
                ResendJob.State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                Optional.ofNullable(row.getString("reason")),
                new ResendJob.Counts(
                        row.getLong("looked_at"),
                        row.getLong("queued"),
                        row.getLong("waiting"),
                        row.getLong("switched_off"),
                        row.getLong("endpoint_gone")),
                Instant.ofEpochMilli(row.getLong("created_at")),
                Instant.ofEpochMilli(row.getLong("updated_at")),
                row.getString("created_by"));
        return new Row(row.getLong("id"), row.getLong("upper_id"), row.getInt("tries"), job);
    }

    private static Optional<Instant> time(ResultSet row, String column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    /** Writes how far it came; the row is locked. */
    void wentOn(Connection connection, long id, ResendJob.Counts counts, ResendJob.State state, long dueAt, long now)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(UPDATE)) {
            update.setLong(1, dueAt);
            update.setLong(2, counts.lookedAt());
            update.setLong(3, counts.queued());
            update.setLong(4, counts.waiting());
            update.setLong(5, counts.switchedOff());
            update.setLong(6, counts.endpointGone());
            update.setString(7, state.label());
            update.setLong(8, now);
            update.setLong(9, id);
            update.executeUpdate();
        }
    }

    void end(Connection connection, long id, ResendJob.State state, Optional<String> reason, long now)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(END)) {
            update.setString(1, state.label());
            update.setString(2, reason.orElse(null));
            update.setLong(3, LaneRow.NEVER);
            update.setLong(4, now);
            update.setLong(5, id);
            update.executeUpdate();
        }
    }

    void tryLater(Connection connection, long id, int tries, long dueAt) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE surehook_job SET tries = ?, due_at = ? WHERE id = ?")) {
            update.setInt(1, tries);
            update.setLong(2, dueAt);
            update.setLong(3, id);
            update.executeUpdate();
        }
    }

    /** When a job should be gone on with. */
    record Due(long id, long at) {}

    /** The first in the index on the time. */
    static Optional<Due> first(Connection connection) throws SQLException {
        try (PreparedStatement select =
                        connection.prepareStatement("SELECT id, due_at FROM surehook_job WHERE due_at < "
                                + LaneRow.NEVER + " ORDER BY due_at LIMIT 1");
                ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(new Due(row.getLong(1), row.getLong(2))) : Optional.empty();
        }
    }

    List<Long> endedBefore(Connection connection, long time, int most) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT id FROM surehook_job WHERE due_at = " + LaneRow.NEVER + " AND updated_at < ? LIMIT ?")) {
            select.setLong(1, time);
            select.setInt(2, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    ids.add(row.getLong(1));
                }
            }
        }
        return ids;
    }

    void delete(Connection connection, List<Long> ids) throws SQLException {
        Bulk.of(ids).number("id", id -> id).deleteFrom("surehook_job", connection, dialect);
    }
}
