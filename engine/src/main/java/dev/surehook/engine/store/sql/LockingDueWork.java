package dev.surehook.engine.store.sql;

import dev.surehook.engine.work.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Locks rows first and changes them then: what was read of a locked row holds, so nothing needs to be read back. */
final class LockingDueWork implements DueWork {
    private static final String DUE_RETRIES = """
            SELECT id, due_at, attempt, budget_from FROM surehook_inbox_retry
            WHERE lane_id = ? AND due_at <= ? ORDER BY due_at, id LIMIT ? %s
            """;

    private static final String TAKE_RETRY =
            "DELETE FROM surehook_inbox_retry WHERE lane_id = ? AND due_at = ? AND id = ?";

    private static final String FREE = """
            SELECT id, attempt, budget_from FROM surehook_inbox_ready
            WHERE lane_id = ? AND id > ? AND lease_until <= ? ORDER BY id LIMIT ? %s
            """;

    private static final String CLAIM = """
            UPDATE surehook_inbox_ready SET attempt = attempt + 1, lease_until = ? WHERE lane_id = ? AND id = ?
            """;

    private final String dueRetries;
    private final String free;

    LockingDueWork(Dialect dialect) {
        dueRetries = DUE_RETRIES.formatted(dialect.skipLocked());
        free = FREE.formatted(dialect.skipLocked());
    }

    @Override
    public List<DueRetry> takeRetries(Connection connection, Search search) throws SQLException {
        List<DueRetry> due = dueRetries(connection, search);
        if (!due.isEmpty()) {
            try (PreparedStatement take = connection.prepareStatement(TAKE_RETRY)) {
                for (DueRetry retry : due) {
                    take.setInt(1, search.laneId());
                    take.setLong(2, retry.dueAt());
                    take.setLong(3, retry.id());
                    take.addBatch();
                }
                take.executeBatch();
            }
        }
        return due;
    }

    private List<DueRetry> dueRetries(Connection connection, Search search) throws SQLException {
        List<DueRetry> due = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(dueRetries)) {
            select.setInt(1, search.laneId());
            select.setLong(2, search.now());
            select.setInt(3, search.limit());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    due.add(new DueRetry(
                            row.getLong("id"),
                            row.getLong("due_at"),
                            row.getInt("attempt"),
                            row.getInt("budget_from")));
                }
            }
        }
        return due;
    }

    @Override
    public List<Lease> claim(Connection connection, Search search) throws SQLException {
        List<Lease> leases = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(free)) {
            select.setInt(1, search.laneId());
            select.setLong(2, search.above());
            select.setLong(3, search.now());
            select.setInt(4, search.limit());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    leases.add(new Lease(search.lane(), row.getLong(1), row.getInt(2) + 1, row.getInt(3)));
                }
            }
        }
        if (!leases.isEmpty()) {
            update(connection, search, leases);
        }
        return leases;
    }

    /** Row by row: a list of numbers may be searched for among all rows of the lane, and then waits for those of others. */
    private static void update(Connection connection, Search search, List<Lease> leases) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(CLAIM)) {
            for (Lease lease : leases) {
                update.setLong(1, search.leaseUntil());
                update.setInt(2, search.laneId());
                update.setLong(3, lease.id());
                update.addBatch();
            }
            update.executeBatch();
        }
    }
}
