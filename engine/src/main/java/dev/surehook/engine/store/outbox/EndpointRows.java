package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointSecret;
import dev.surehook.engine.endpoint.EndpointStatus;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Endpoints and their secrets. Every change counts the endpoint's version and its account's. */
final class EndpointRows {
    private static final String SELECT = """
            SELECT e.id, e.account_id, a.name AS account, a.profile, e.ref, e.url, e.name, e.rules, e.status, e.reason,
                   e.paused_until, e.created_at, e.updated_at, e.version
            FROM surehook_endpoint e JOIN surehook_account a ON a.id = e.account_id
            WHERE e.deleted_at IS NULL AND
            """;

    private static final String ADD = """
            INSERT INTO surehook_endpoint (account_id, ref, url, name, rules, status, created_at, updated_at, version)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)
            """;

    private static final String ADD_LANE = """
            INSERT INTO surehook_endpoint_lane (endpoint_id, next_due, slots, per_second, in_order) VALUES (?, ?, ?, ?, ?)
            """;

    private static final String ADD_SECRET = """
            INSERT INTO surehook_endpoint_secret (endpoint_id, version, sealed, created_at) VALUES (?, ?, ?, ?)
            """;

    private static final String SECRETS = """
            SELECT version, sealed, created_at, not_after FROM surehook_endpoint_secret
            WHERE endpoint_id = ? AND (not_after IS NULL OR not_after > ?) ORDER BY version DESC
            """;

    /** An endpoint with the numbers and the profile that belong to it. */
    record Row(long id, int account, String profile, Endpoint endpoint) {}

    List<Subscribers.Numbered> ofAccount(Connection connection, int account) throws SQLException {
        return select(connection, "e.account_id = ? ORDER BY e.id", account).stream()
                .map(row -> new Subscribers.Numbered(row.id, row.endpoint))
                .toList();
    }

    Optional<Row> find(Connection connection, int account, EndpointRef ref) throws SQLException {
        return select(connection, "e.account_id = ? AND e.ref = ?", account, ref.value()).stream()
                .findFirst();
    }

    Optional<Row> find(Connection connection, long id) throws SQLException {
        return select(connection, "e.id = ?", id).stream().findFirst();
    }

    private static List<Row> select(Connection connection, String where, Object... values) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT + where)) {
            for (int i = 0; i < values.length; i++) {
                select.setObject(i + 1, values[i]);
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    rows.add(read(row));
                }
            }
        }
        return rows;
    }

    private static Row read(ResultSet row) throws SQLException {
        long pausedUntil = row.getLong("paused_until");
        Endpoint endpoint = new Endpoint(
                new EndpointRef(row.getString("ref")),
                new AccountName(row.getString("account")),
                DraftText.read(row.getString("url"), row.getString("name"), row.getString("rules")),
                EndpointStatus.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
                Optional.ofNullable(row.getString("reason")),
                pausedUntil == 0 || pausedUntil == LaneRow.NEVER
                        ? Optional.empty()
                        : Optional.of(Instant.ofEpochMilli(pausedUntil)),
                Instant.ofEpochMilli(row.getLong("created_at")),
                Instant.ofEpochMilli(row.getLong("updated_at")),
                row.getLong("version"));
        return new Row(row.getLong("id"), row.getInt("account_id"), row.getString("profile"), endpoint);
    }

    void add(Connection connection, int account, EndpointRef ref, EndpointDraft draft, String sealed, long now)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD)) {
            insert.setInt(1, account);
            insert.setString(2, ref.value());
            insert.setString(3, draft.url());
            insert.setString(4, draft.name());
            insert.setString(5, DraftText.write(draft));
            insert.setString(6, EndpointStatus.ACTIVE.label());
            insert.setLong(7, now);
            insert.setLong(8, now);
            insert.executeUpdate();
        }
        long id = find(connection, account, ref).orElseThrow().id;
        try (PreparedStatement insert = connection.prepareStatement(ADD_LANE)) {
            insert.setLong(1, id);
            insert.setLong(2, LaneRow.NEVER);
            insert.setInt(3, draft.limits().slots());
            insert.setInt(4, draft.limits().perSecond());
            insert.setInt(5, draft.limits().inOrder() ? 1 : 0);
            insert.executeUpdate();
        }
        addSecret(connection, id, 1, sealed, now);
    }

    void addSecret(Connection connection, long id, int version, String sealed, long now) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD_SECRET)) {
            insert.setLong(1, id);
            insert.setInt(2, version);
            insert.setString(3, sealed);
            insert.setLong(4, now);
            insert.executeUpdate();
        }
    }

    /** Those before the newest sign until {@code until} and no longer. */
    void endSecrets(Connection connection, long id, long until) throws SQLException {
        update(
                connection,
                "UPDATE surehook_endpoint_secret SET not_after = ? WHERE endpoint_id = ?"
                        + " AND (not_after IS NULL OR not_after > ?)",
                until,
                id,
                until);
    }

    /** Those that sign at {@code now}, the newest first. */
    List<EndpointSecret> secrets(Connection connection, long id, long now) throws SQLException {
        List<EndpointSecret> secrets = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(SECRETS)) {
            select.setLong(1, id);
            select.setLong(2, now);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    long notAfter = row.getLong("not_after");
                    secrets.add(new EndpointSecret(
                            row.getInt("version"),
                            row.getString("sealed"),
                            Instant.ofEpochMilli(row.getLong("created_at")),
                            notAfter == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(notAfter))));
                }
            }
        }
        return secrets;
    }

    void change(Connection connection, long id, EndpointDraft draft) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE surehook_endpoint SET url = ?, name = ?, rules = ? WHERE id = ?")) {
            update.setString(1, draft.url());
            update.setString(2, draft.name());
            update.setString(3, DraftText.write(draft));
            update.setLong(4, id);
            update.executeUpdate();
        }
        update(
                connection,
                "UPDATE surehook_endpoint_lane SET slots = ?, per_second = ?, in_order = ? WHERE endpoint_id = ?",
                draft.limits().slots(),
                draft.limits().perSecond(),
                draft.limits().inOrder() ? 1 : 0,
                id);
    }

    /** @param pausedUntil 0 for not paused */
    void setStatus(
            Connection connection, long id, EndpointStatus status, @Nullable String reason, long pausedUntil, long now)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE surehook_endpoint SET status = ?, reason = ?, paused_until = ? WHERE id = ?")) {
            update.setString(1, status.label());
            update.setString(2, reason);
            if (pausedUntil == 0) {
                update.setNull(3, Types.BIGINT);
            } else {
                update.setLong(3, pausedUntil);
            }
            update.setLong(4, id);
            update.executeUpdate();
        }
        changed(connection, id, now);
    }

    /** Until when its owner paused it; 0 when it is not. */
    long pausedUntil(Connection connection, long id) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT paused_until FROM surehook_endpoint WHERE id = ?")) {
            select.setLong(1, id);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    /** Locks an endpoint whose account is to be locked. */
    void lock(Connection connection, long id) throws SQLException {
        update(connection, "UPDATE surehook_endpoint SET version = version WHERE id = ?", id);
    }

    /** Up to {@code most}, those after the one with the reference, be it deleted. */
    List<Endpoint> page(Connection connection, int account, Optional<EndpointRef> after, int most) throws SQLException {
        String place = "e.account_id = ? AND e.id > "
                + (after.isEmpty()
                        ? "?"
                        : "coalesce((SELECT x.id FROM surehook_endpoint x WHERE x.account_id = ? AND x.ref = ?), ?)")
                + " ORDER BY e.id LIMIT ?";
        List<Row> found = after.isEmpty()
                ? select(connection, place, account, 0L, most)
                : select(connection, place, account, account, after.get().value(), LaneRow.NEVER, most);
        return found.stream().map(Row::endpoint).toList();
    }

    void delete(Connection connection, long id, long now) throws SQLException {
        update(connection, "DELETE FROM surehook_endpoint_secret WHERE endpoint_id = ?", id);
        changed(connection, id, now);
        update(connection, "UPDATE surehook_endpoint SET deleted_at = ? WHERE id = ?", now, id);
    }

    /** After each change, in its transaction. */
    void changed(Connection connection, long id, long now) throws SQLException {
        update(connection, "UPDATE surehook_endpoint SET version = version + 1, updated_at = ? WHERE id = ?", now, id);
        update(
                connection,
                "UPDATE surehook_account SET version = version + 1"
                        + " WHERE id = (SELECT account_id FROM surehook_endpoint WHERE id = ?)",
                id);
    }

    private static void update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                update.setObject(i + 1, values[i]);
            }
            update.executeUpdate();
        }
    }
}
