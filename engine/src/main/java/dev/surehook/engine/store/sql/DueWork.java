package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.work.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Takes due rows for one node, in its transaction; rows that another node is taking are stepped over. */
interface DueWork {

    /** Whether a look that takes no locks is worth its while before a transaction is begun. */
    default boolean looksFirst() {
        return true;
    }

    /** The first statement of a transaction that takes due work; returns the time that leases are counted in. */
    default long begin(Connection connection, Database database) throws SQLException {
        return database.now(connection);
    }

    /** Takes retries that are due out of their table, in the order of their times. */
    List<DueRetry> takeRetries(Connection connection, Search search) throws SQLException;

    /** Counts an attempt for free rows and puts a lease on them. */
    List<Lease> claim(Connection connection, Search search) throws SQLException;

    /**
     * What is looked for.
     *
     * @param above rows with higher numbers only
     * @param now as leases and due times are counted
     */
    record Search(LaneKey lane, int laneId, long above, long now, int limit, long leaseUntil) {
        Search limit(int most) {
            return new Search(lane, laneId, above, now, most, leaseUntil);
        }

        /** The leases that a claim, with its parameters set, gives back. */
        List<Lease> leases(PreparedStatement claim) throws SQLException {
            List<Lease> leases = new ArrayList<>();
            try (ResultSet row = claim.executeQuery()) {
                while (row.next()) {
                    leases.add(new Lease(lane, row.getLong(1), row.getInt(2), row.getInt(3)));
                }
            }
            return leases;
        }

        Search above(long number) {
            return new Search(lane, laneId, number, now, limit, leaseUntil);
        }
    }

    record DueRetry(long id, long dueAt, int attempt, int budgetFrom) {
        /** The rows that a statement gives back. */
        static List<DueRetry> all(PreparedStatement take) throws SQLException {
            List<DueRetry> taken = new ArrayList<>();
            try (ResultSet row = take.executeQuery()) {
                while (row.next()) {
                    taken.add(new DueRetry(
                            row.getLong("id"),
                            row.getLong("due_at"),
                            row.getInt("attempt"),
                            row.getInt("budget_from")));
                }
            }
            return taken;
        }
    }
}
