package dev.surehook.engine.store.sqlite;

import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells a repeat from another body under the same id, and records the latter. */
final class Conflicts {
    private static final String FIRST_BODY = "SELECT body_sha256 FROM surehook_inbox_event WHERE id = ?";

    /** At most a hundred bodies for one event: a sender that sends a new one each time must not fill the disk. */
    private static final String RECORD = """
            INSERT INTO surehook_inbox_conflict (id, body_sha256, first_at, last_at, times)
            SELECT ?1, ?2, ?3, ?3, 1
            WHERE (SELECT count(*) FROM surehook_inbox_conflict WHERE id = ?1) < 100
               OR EXISTS (SELECT 1 FROM surehook_inbox_conflict WHERE id = ?1 AND body_sha256 = ?2)
            ON CONFLICT (id, body_sha256) DO UPDATE SET times = times + 1, last_at = excluded.last_at
            """;

    private final PreparedStatement firstBody;
    private final PreparedStatement record;
    /** Conflicts with an event of the same batch, whose number is not final yet. */
    private final Map<EventKey, List<NewEvent>> deferred = new HashMap<>();

    Conflicts(Connection connection) throws SQLException {
        firstBody = connection.prepareStatement(FIRST_BODY);
        record = connection.prepareStatement(RECORD);
    }

    /** Forgets what a batch that was rolled back left. */
    void start() {
        deferred.clear();
    }

    Appended compare(NewEvent repeat, NewEvent first) {
        if (Arrays.equals(repeat.bodySha256(), first.bodySha256())) {
            return Appended.DUPLICATE;
        }
        deferred.computeIfAbsent(first.key(), unused -> new ArrayList<>()).add(repeat);
        return Appended.CONFLICT;
    }

    /** An event whose body was purged or erased cannot be compared any more: then a repeat is just a repeat. */
    Appended compare(NewEvent repeat, long firstId) throws SQLException {
        firstBody.setLong(1, firstId);
        byte[] sha256;
        try (ResultSet row = firstBody.executeQuery()) {
            sha256 = row.next() ? row.getBytes(1) : null;
        }
        if (sha256 == null || Arrays.equals(repeat.bodySha256(), sha256)) {
            return Appended.DUPLICATE;
        }
        record(repeat, firstId);
        return Appended.CONFLICT;
    }

    void recordDeferred(EventKey first, long firstId) throws SQLException {
        if (!deferred.isEmpty()) {
            for (NewEvent repeat : deferred.getOrDefault(first, List.of())) {
                record(repeat, firstId);
            }
            deferred.remove(first);
        }
    }

    private void record(NewEvent repeat, long firstId) throws SQLException {
        long at = repeat.event().receivedAt().toEpochMilli();
        record.setLong(1, firstId);
        record.setBytes(2, repeat.bodySha256());
        record.setLong(3, at);
        record.executeUpdate();
    }
}
