package dev.surehook.engine.store.sql;

import dev.surehook.engine.work.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** SQLite's forms: one statement each, since a change can begin with a select and give back its rows. */
final class ReturningDueWork implements DueWork {
    /** A key search in due order. */
    private static final String TAKE_DUE_RETRIES = """
            WITH due AS MATERIALIZED (
                SELECT lane_id, due_at, id FROM surehook_inbox_retry
                WHERE lane_id = ? AND due_at <= ? ORDER BY due_at, id LIMIT ?)
            DELETE FROM surehook_inbox_retry WHERE (lane_id, due_at, id) IN (SELECT lane_id, due_at, id FROM due)
            RETURNING id, due_at, attempt, budget_from
            """;

    /** Two searches on the primary key. */
    private static final String CLAIM = """
            WITH free AS MATERIALIZED (
                SELECT id FROM surehook_inbox_ready
                WHERE lane_id = ? AND id > ? AND lease_until <= ? ORDER BY id LIMIT ?)
            UPDATE surehook_inbox_ready SET attempt = attempt + 1, lease_until = ?
            WHERE lane_id = ? AND id IN (SELECT id FROM free)
            RETURNING id, attempt, budget_from
            """;

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
            update.setInt(6, search.laneId());
            return search.leases(update);
        }
    }
}
