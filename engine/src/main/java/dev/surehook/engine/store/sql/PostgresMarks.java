package dev.surehook.engine.store.sql;

import dev.surehook.engine.work.Finish;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Ends the leases of processed events of one lane and records them: one statement, and so one round trip, for all. */
final class PostgresMarks {
    /** A key search for each; the attempt is the fence: who was overtaken finds no row. */
    private static final String PROCESSED = """
            WITH given AS (
                SELECT * FROM unnest(?, ?, ?, ?, ?) AS g (id, attempt, started_at, took_ms, detail)),
            ended AS (
                DELETE FROM surehook_inbox_ready r USING given g
                WHERE r.lane_id = ? AND r.id = ANY (?) AND g.id = r.id AND g.attempt = r.attempt
                RETURNING r.id, r.attempt)
            INSERT INTO surehook_inbox_attempt (id, attempt, started_at, took_ms, outcome, detail)
            SELECT g.id, g.attempt, g.started_at, g.took_ms, 'processed', g.detail FROM ended e JOIN given g ON g.id = e.id
            RETURNING id
            """;

    private PostgresMarks() {}

    static boolean[] processed(Connection connection, int laneId, List<Finish> finishes) throws SQLException {
        Set<Long> ended = new HashSet<>(finishes.size() * 2);
        try (PreparedStatement mark = connection.prepareStatement(PROCESSED)) {
            Columns columns = new Columns(connection, mark, finishes);
            columns.set(1, "int8", finish -> finish.lease().id());
            columns.set(2, "int4", finish -> finish.lease().attempt());
            columns.set(3, "int8", finish -> finish.startedAt().toEpochMilli());
            columns.set(4, "int8", finish -> finish.took().toMillis());
            columns.set(5, "text", Finish::detail);
            mark.setInt(6, laneId);
            columns.set(7, "int8", finish -> finish.lease().id());
            try (ResultSet row = mark.executeQuery()) {
                while (row.next()) {
                    ended.add(row.getLong(1));
                }
            }
        }
        boolean[] taken = new boolean[finishes.size()];
        for (int i = 0; i < taken.length; i++) {
            taken[i] = ended.contains(finishes.get(i).lease().id());
        }
        return taken;
    }

    /** Sets one array for each column. */
    private record Columns(Connection connection, PreparedStatement statement, List<Finish> finishes) {
        void set(int index, String type, Function<Finish, Object> value) throws SQLException {
            Object[] values = finishes.stream().map(value).toArray();
            statement.setArray(index, connection.createArrayOf(type, values));
        }
    }
}
