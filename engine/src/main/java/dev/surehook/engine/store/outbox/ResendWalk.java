package dev.surehook.engine.store.outbox;

import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.ResendWish;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks an endpoint's deliveries in order of publishing: along the key of those that are parked where only such are wanted,
 * which costs nothing for all that arrived, and along that of all deliveries otherwise. How many rows a step reads does not
 * hang on how many of them fit.
 */
final class ResendWalk {
    private static final String PARKED = "surehook_delivery_parked";
    private static final String ALL = "surehook_delivery";

    private static final String ROWS = """
            SELECT k.event_id, d.created_at, v.type, p.state, p.attempt, q.due_at,
                   (SELECT max(a.attempt) FROM surehook_delivery_attempt a
                    WHERE a.event_id = k.event_id AND a.endpoint_id = k.endpoint_id) AS finished
            FROM (SELECT event_id, endpoint_id FROM %s WHERE endpoint_id = ? AND event_id > ? AND event_id <= ?
                  ORDER BY event_id LIMIT ?) k
            LEFT JOIN surehook_delivery d ON d.event_id = k.event_id AND d.endpoint_id = k.endpoint_id
            LEFT JOIN surehook_outbox_event v ON v.id = k.event_id
            LEFT JOIN surehook_delivery_parked p ON p.endpoint_id = k.endpoint_id AND p.event_id = k.event_id
            LEFT JOIN surehook_delivery_queue q ON q.event_id = k.event_id AND q.endpoint_id = k.endpoint_id
            ORDER BY k.event_id
            """;

    private ResendWalk() {}

    /** The table whose key is walked. */
    static String table(ResendWish wish) {
        return wish.states().contains(DeliveryState.DELIVERED) ? ALL : PARKED;
    }

    /**
     * A delivery on the way.
     *
     * @param type none when its event is gone
     * @param state none while it stands in the queue
     * @param forGood whether an edit of its endpoint cancelled it
     */
    record Seen(
            DeliveryRef ref,
            long createdAt,
            @Nullable String type,
            @Nullable DeliveryState state,
            boolean forGood,
            int attempts) {

        /** Whether the wish is about it, but for its state. Deliveries that were made after the job are not. */
        boolean fits(ResendWish wish, long jobMade) {
            return type != null
                    && !forGood
                    && createdAt <= jobMade
                    && wish.type().map(type::equals).orElse(true)
                    && wish.since()
                            .map(since -> createdAt >= since.toEpochMilli())
                            .orElse(true)
                    && wish.until()
                            .map(until -> createdAt < until.toEpochMilli())
                            .orElse(true);
        }
    }

    /** The next deliveries of a part, {@code most} or fewer. */
    static List<Seen> next(Connection connection, JobParts.Part part, ResendWish wish, long upper, int most)
            throws SQLException {
        List<Seen> seen = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(ROWS.formatted(table(wish)))) {
            select.setLong(1, part.endpoint());
            select.setLong(2, part.after());
            select.setLong(3, upper);
            select.setInt(4, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    seen.add(read(row, part.endpoint()));
                }
            }
        }
        return seen;
    }

    private static Seen read(ResultSet row, long endpoint) throws SQLException {
        row.getLong("due_at");
        boolean queued = !row.wasNull();
        String parked = row.getString("state");
        DeliveryState state = parked == null ? DeliveryState.DELIVERED : Withdrawal.shown(parked);
        return new Seen(
                new DeliveryRef(row.getLong("event_id"), endpoint),
                row.getLong("created_at"),
                row.getString("type"),
                queued ? null : state,
                Withdrawal.STATE.equals(parked),
                Math.max(row.getInt("attempt"), row.getInt("finished")));
    }
}
