package dev.surehook.engine.store.outbox;

import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.Published;
import dev.surehook.engine.store.sql.Database;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Stores publications in a transaction that is somebody else's. Touches no row but its own. */
final class PublishRows {
    /** A key that another transaction is inserting is waited for, so what is said of a repeat is committed. */
    private static final String ADD_KEYS = """
            INSERT INTO surehook_outbox_key (key, content) SELECT * FROM unnest(?, ?) ON CONFLICT DO NOTHING
            RETURNING key, id
            """;

    private static final int MOST_CONFLICTS = 100;

    private final Database database;
    private final Dialect dialect;
    private final AccountIds accounts;

    PublishRows(Database database, AccountIds accounts) {
        this.database = database;
        this.dialect = database.dialect();
        this.accounts = accounts;
    }

    private record Row(int account, Publication publication, EventKey key, byte[] content) {}

    private record Fresh(long id, Row row) {}

    /** Goes through them in order of keys, as every other node does, so that two transactions never wait for each other. */
    List<Published> publish(Connection connection, List<Publication> publications) throws SQLException {
        Published[] outcomes = new Published[publications.size()];
        @Nullable Row[] rows = new Row[outcomes.length];
        Map<EventKey, Integer> firsts = new HashMap<>();
        List<Row> distinct = new ArrayList<>();
        for (int i = 0; i < outcomes.length; i++) {
            Publication publication = publications.get(i);
            OptionalInt account = accounts.idOf(connection, publication.account());
            if (account.isEmpty()) {
                outcomes[i] = Published.NO_ACCOUNT;
                continue;
            }
            Row row = new Row(account.getAsInt(), publication, publication.key(), publication.content());
            rows[i] = row;
            if (firsts.putIfAbsent(row.key, i) == null) {
                distinct.add(row);
            }
        }
        distinct.sort(Comparator.comparing(Row::key));
        Map<EventKey, Long> fresh = addKeys(connection, distinct);
        List<Fresh> stored = new ArrayList<>(fresh.size());
        for (Row row : distinct) {
            Long id = fresh.get(row.key);
            if (id != null) {
                stored.add(new Fresh(id, row));
            }
        }
        add(connection, stored);
        awaitFanOut(connection, stored);
        for (int i = 0; i < outcomes.length; i++) {
            Row row = rows[i];
            if (row != null) {
                boolean isFirst = fresh.containsKey(row.key) && firsts.getOrDefault(row.key, -1) == i;
                outcomes[i] = isFirst ? Published.STORED : compared(connection, row);
            }
        }
        return Arrays.asList(outcomes);
    }

    private Map<EventKey, Long> addKeys(Connection connection, List<Row> rows) throws SQLException {
        if (rows.isEmpty()) {
            return Map.of();
        }
        return dialect == Dialect.POSTGRESQL ? addKeysAtOnce(connection, rows) : addKeysOneByOne(connection, rows);
    }

    private static Map<EventKey, Long> addKeysAtOnce(Connection connection, List<Row> rows) throws SQLException {
        Map<EventKey, Long> fresh = new HashMap<>();
        try (PreparedStatement insert = connection.prepareStatement(ADD_KEYS)) {
            insert.setArray(
                    1,
                    connection.createArrayOf(
                            "bytea", rows.stream().map(row -> row.key.bytes()).toArray(byte[][]::new)));
            insert.setArray(
                    2,
                    connection.createArrayOf(
                            "bytea", rows.stream().map(Row::content).toArray(byte[][]::new)));
            try (ResultSet row = insert.executeQuery()) {
                while (row.next()) {
                    fresh.put(EventKey.fromBytes(row.getBytes(1)), row.getLong(2));
                }
            }
        }
        return fresh;
    }

    private Map<EventKey, Long> addKeysOneByOne(Connection connection, List<Row> rows) throws SQLException {
        Map<EventKey, Long> fresh = new HashMap<>();
        String sql = dialect.unlessThere(
                "INSERT INTO surehook_outbox_key (" + dialect.keyColumn() + ", content) VALUES (?, ?)");
        try (PreparedStatement insert = connection.prepareStatement(sql);
                PreparedStatement select = connection.prepareStatement(selectKey())) {
            for (Row row : rows) {
                insert.setBytes(1, row.key.bytes());
                insert.setBytes(2, row.content);
                if (dialect.insertUnlessThere(insert) == 1) {
                    fresh.put(row.key, stored(select, row.key).id);
                }
            }
        }
        return fresh;
    }

    private String selectKey() {
        return "SELECT id, content FROM surehook_outbox_key WHERE " + dialect.keyColumn() + " = ?";
    }

    private record Stored(long id, byte[] content) {}

    private static Stored stored(PreparedStatement select, EventKey key) throws SQLException {
        select.setBytes(1, key.bytes());
        try (ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                throw new SQLException("the key of a published event is not there any more");
            }
            return new Stored(row.getLong(1), row.getBytes(2));
        }
    }

    private void add(Connection connection, List<Fresh> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        long now = database.now(connection);
        Bulk.of(rows)
                .number("id", Fresh::id)
                .small("account_id", fresh -> fresh.row.account)
                .number("published_at", fresh -> now)
                .text("event_id", fresh -> fresh.row.publication.id())
                .text("type", fresh -> fresh.row.publication.type())
                .text("content_type", fresh -> fresh.row.publication.contentType())
                .bytes("body", fresh -> fresh.row.publication.body())
                .insertInto("surehook_outbox_event", connection, dialect);
    }

    private void awaitFanOut(Connection connection, List<Fresh> rows) throws SQLException {
        Bulk.of(rows).number("id", Fresh::id).insertInto("surehook_outbox_fanout", connection, dialect);
    }

    /** Stores one that is given to no endpoint by itself; its id is one that was never published. Its number. */
    long storeAlone(Connection connection, int account, Publication publication) throws SQLException {
        Row row = new Row(account, publication, publication.key(), publication.content());
        Long id = addKeys(connection, List.of(row)).get(row.key);
        if (id == null) {
            throw new IllegalArgumentException("the event's id was published before");
        }
        add(connection, List.of(new Fresh(id, row)));
        return id;
    }

    private Published compared(Connection connection, Row row) throws SQLException {
        Stored first;
        try (PreparedStatement select = connection.prepareStatement(selectKey())) {
            first = stored(select, row.key);
        }
        if (Arrays.equals(first.content, row.content)) {
            return Published.REPEATED;
        }
        recordConflict(connection, first.id, row.content);
        return Published.CONFLICT;
    }

    /** At most a hundred contents for one event: a publisher that makes a new one each time must not fill the disk. */
    private void recordConflict(Connection connection, long id, byte[] content) throws SQLException {
        long now = database.now(connection);
        try (PreparedStatement again = connection.prepareStatement("UPDATE surehook_outbox_conflict"
                + " SET times = times + 1, last_at = ? WHERE id = ? AND content = ?")) {
            again.setLong(1, now);
            again.setLong(2, id);
            again.setBytes(3, content);
            if (again.executeUpdate() > 0) {
                return;
            }
        }
        String insert = dialect.unlessThere(
                "INSERT INTO surehook_outbox_conflict (id, content, first_at, last_at, times) VALUES (?, ?, ?, ?, 1)");
        try (PreparedStatement count =
                        connection.prepareStatement("SELECT count(*) FROM surehook_outbox_conflict WHERE id = ?");
                PreparedStatement add = connection.prepareStatement(insert)) {
            count.setLong(1, id);
            try (ResultSet row = count.executeQuery()) {
                if (!row.next() || row.getInt(1) >= MOST_CONFLICTS) {
                    return;
                }
            }
            add.setLong(1, id);
            add.setBytes(2, content);
            add.setLong(3, now);
            add.setLong(4, now);
            dialect.insertUnlessThere(add);
        }
    }
}
