package dev.surehook.engine.store.outbox;

import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What jobs have still to do, an endpoint each; the job is locked. */
final class JobParts {
    private static final String ADD = """
            INSERT INTO surehook_job_part (job_id, endpoint_id, at_event, due_at)
            SELECT j.id, n.id, 0, 0 FROM surehook_job j JOIN surehook_endpoint n ON n.account_id = j.account_id
            WHERE j.id = ? AND n.deleted_at IS NULL AND (j.endpoint_ref IS NULL OR n.ref = j.endpoint_ref)
                AND EXISTS (SELECT 1 FROM %s w WHERE w.endpoint_id = n.id)
            """;

    /** In the order of endpoints: one that rests is passed over, and the first that does not is gone on with. */
    private static final String DUE = """
            SELECT endpoint_id, at_event FROM surehook_job_part WHERE job_id = ? AND due_at <= ? ORDER BY endpoint_id LIMIT 1
            """;

    private static final String NEXT = "SELECT min(due_at) FROM surehook_job_part WHERE job_id = ?";

    /** Nobody else may have moved it: the job is locked. */
    private static final String MOVE = """
            UPDATE surehook_job_part SET at_event = ?, due_at = ? WHERE job_id = ? AND endpoint_id = ? AND at_event = ?
            """;

    private final Dialect dialect;

    JobParts(Dialect dialect) {
        this.dialect = dialect;
    }

    /** @param after all up to this event is done */
    record Part(long job, long endpoint, long after) {}

    /** One for each endpoint that has anything in {@code table}. */
    void add(Connection connection, long job, String table) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(ADD.formatted(table))) {
            insert.setLong(1, job);
            insert.executeUpdate();
        }
    }

    Optional<Part> due(Connection connection, long job, long now) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(DUE)) {
            select.setLong(1, job);
            select.setLong(2, now);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(new Part(job, row.getLong(1), row.getLong(2))) : Optional.empty();
            }
        }
    }

    /** When there is something to do again; nothing when all is done. */
    OptionalLong next(Connection connection, long job) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(NEXT)) {
            select.setLong(1, job);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                long next = row.getLong(1);
                return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(next);
            }
        }
    }

    void move(Connection connection, Part part, long after, long dueAt) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(MOVE)) {
            update.setLong(1, after);
            update.setLong(2, dueAt);
            update.setLong(3, part.job);
            update.setLong(4, part.endpoint);
            update.setLong(5, part.after);
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("a part of a job was moved by somebody else");
            }
        }
    }

    void remove(Connection connection, Part part) throws SQLException {
        Bulk.of(List.of(part))
                .number("job_id", Part::job)
                .number("endpoint_id", Part::endpoint)
                .deleteFrom("surehook_job_part", connection, dialect);
    }

    void removeAll(Connection connection, long job) throws SQLException {
        Bulk.of(List.of(job)).number("job_id", id -> id).deleteFrom("surehook_job_part", connection, dialect);
    }
}
