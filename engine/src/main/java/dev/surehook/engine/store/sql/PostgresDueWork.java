package dev.surehook.engine.store.sql;

import dev.surehook.engine.work.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * PostgreSQL's own forms, whose cost does not depend on what the planner believes. Work tables are empty one minute and
 * full the next, and when they were last counted empty the planner expects one row: it would then sort all that waits, or
 * read it once for each claimed row. So for these transactions it may not sort, scan a table or a bitmap, which leaves the
 * walk along the primary key; and rows are changed at the very places where they were locked.
 */
final class PostgresDueWork implements DueWork {
    private static final String BEGIN = """
            SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
                   set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
                   set_config('enable_sort', 'off', true)
            """;

    /** A key search in due order; other nodes' rows are stepped over, not waited for. */
    private static final String TAKE_DUE_RETRIES = """
            WITH due AS MATERIALIZED (
                SELECT ctid FROM surehook_inbox_retry
                WHERE lane_id = ? AND due_at <= ? ORDER BY due_at, id LIMIT ? FOR UPDATE SKIP LOCKED)
            DELETE FROM surehook_inbox_retry WHERE ctid = ANY (ARRAY(SELECT ctid FROM due))
            RETURNING id, due_at, attempt, budget_from
            """;

    /**
     * A search on the primary key; the rows in flight that it steps over are bounded by concurrency. No changed column is
     * in an index, so the update is done in place (HOT).
     */
    private static final String CLAIM = """
            WITH free AS MATERIALIZED (
                SELECT ctid FROM surehook_inbox_ready
                WHERE lane_id = ? AND id > ? AND lease_until <= ? ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED)
            UPDATE surehook_inbox_ready SET attempt = attempt + 1, lease_until = ?
            WHERE ctid = ANY (ARRAY(SELECT ctid FROM free))
            RETURNING id, attempt, budget_from
            """;

    /** A transaction that changes nothing costs no flush there. */
    @Override
    public boolean looksFirst() {
        return false;
    }

    @Override
    public long begin(Connection connection, Database database) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(BEGIN);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public List<DueRetry> takeRetries(Connection connection, Search search) throws SQLException {
        try (PreparedStatement take = connection.prepareStatement(TAKE_DUE_RETRIES)) {
            take.setInt(1, search.laneId());
            take.setLong(2, search.now());
            take.setInt(3, search.limit());
            return DueRetry.all(take);
        }
    }

    @Override
    public List<Lease> claim(Connection connection, Search search) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(CLAIM)) {
            update.setInt(1, search.laneId());
            update.setLong(2, search.above());
            update.setLong(3, search.now());
            update.setInt(4, search.limit());
            update.setLong(5, search.leaseUntil());
            return search.leases(update);
        }
    }
}
