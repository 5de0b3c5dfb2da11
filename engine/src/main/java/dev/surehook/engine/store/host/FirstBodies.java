package dev.surehook.engine.store.host;

import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** Tells repeats from other bodies under the same ids, and records the latter. For one transaction. */
final class FirstBodies {
    private static final String SELECT = """
            SELECT k.%1$s, k.id, e.body_sha256 FROM surehook_inbox_key k LEFT JOIN surehook_inbox_event e ON e.id = k.id
            WHERE k.%1$s IN (%2$s)
            """;

    private static final String COUNT_AGAIN = """
            UPDATE surehook_inbox_conflict SET times = times + 1, last_at = ? WHERE id = ? AND body_sha256 = ?
            """;

    private static final String BODIES = "SELECT count(*) FROM surehook_inbox_conflict WHERE id = ?";

    private static final String ADD = """
            INSERT INTO surehook_inbox_conflict (id, body_sha256, first_at, last_at, times) VALUES (?, ?, ?, ?, 1)
            """;

    /** A sender that sends a new body each time must not fill the disk. */
    private static final int MOST_BODIES = 100;

    private final Connection connection;
    private final Dialect dialect;
    private final Map<EventKey, First> firsts = new HashMap<>();

    /** Looks up what {@code keys} stand for, the events of this transaction among them. */
    FirstBodies(Connection connection, Dialect dialect, Collection<EventKey> keys) throws SQLException {
        this.connection = connection;
        this.dialect = dialect;
        if (!keys.isEmpty()) {
            String marks = String.join(", ", Collections.nCopies(keys.size(), "?"));
            try (PreparedStatement select = connection.prepareStatement(SELECT.formatted(dialect.keyColumn(), marks))) {
                int index = 1;
                for (EventKey key : keys) {
                    select.setBytes(index++, key.bytes());
                }
                read(select);
            }
        }
    }

    private void read(PreparedStatement select) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                byte[] sha256 = row.getBytes(3);
                firsts.put(
                        EventKey.fromBytes(row.getBytes(1)),
                        new First(row.getLong(2), sha256 == null ? new byte[0] : sha256));
            }
        }
    }

    /** An event whose body was purged or erased cannot be compared any more: then a repeat is just a repeat. */
    Appended compare(NewEvent repeat) throws SQLException {
        First first = firsts.get(repeat.key());
        if (first == null) {
            return new Appended.Refused("its key vanished; send it again");
        }
        if (first.sha256.length == 0 || Arrays.equals(first.sha256, repeat.bodySha256())) {
            return Appended.DUPLICATE;
        }
        record(first.id, repeat);
        return Appended.CONFLICT;
    }

    private void record(long id, NewEvent other) throws SQLException {
        if (!countAgain(id, other) && bodies(id) < MOST_BODIES && !add(id, other)) {
            // Another transaction added it meanwhile.
            countAgain(id, other);
        }
    }

    private boolean countAgain(long id, NewEvent other) throws SQLException {
        try (PreparedStatement again = connection.prepareStatement(COUNT_AGAIN)) {
            again.setLong(1, other.event().receivedAt().toEpochMilli());
            again.setLong(2, id);
            again.setBytes(3, other.bodySha256());
            return again.executeUpdate() > 0;
        }
    }

    private long bodies(long id) throws SQLException {
        try (PreparedStatement count = connection.prepareStatement(BODIES)) {
            count.setLong(1, id);
            try (ResultSet row = count.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    private boolean add(long id, NewEvent other) throws SQLException {
        long at = other.event().receivedAt().toEpochMilli();
        try (PreparedStatement insert = connection.prepareStatement(dialect.unlessThere(ADD))) {
            insert.setLong(1, id);
            insert.setBytes(2, other.bodySha256());
            insert.setLong(3, at);
            insert.setLong(4, at);
            return dialect.insertUnlessThere(insert) == 1;
        }
    }

    /** The stored event under a key; no hash when its body was purged or erased. */
    private record First(long id, byte[] sha256) {}
}
