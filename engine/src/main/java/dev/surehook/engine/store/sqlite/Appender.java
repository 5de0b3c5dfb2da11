package dev.surehook.engine.store.sqlite;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.OrderKey;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.sql.Dialect;
import dev.surehook.engine.store.sql.LaneIds;
import dev.surehook.engine.store.sql.OrderRows;
import dev.surehook.engine.store.sql.SourceIds;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Appends batches on the one write connection, with statements that are prepared once. An event costs one insert; its
 * work row and its key go in with one statement for the whole batch, because the numbers of a batch follow each other.
 */
final class Appender {
    private static final String INSERT = """
            INSERT INTO surehook_inbox_event
                (id, source_id, lane_id, received_at, event_id, type, ignored, size, body_sha256, order_key, headers, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    /** Reads back the rows just written: their pages are in the cache, and their bodies are not touched. */
    private static final String MAKE_READY = """
            INSERT INTO surehook_inbox_ready (lane_id, id, due_at, attempt, budget_from)
            SELECT lane_id, id, received_at, 0, 0 FROM surehook_inbox_event WHERE id BETWEEN ? AND ? AND ignored IS NULL
            """;

    private static final String ADD_KEYS = "INSERT INTO surehook_inbox_key_tail (first_id, keys) VALUES (?, ?)";

    private static final String HIGHEST_ID = """
            SELECT max(coalesce((SELECT max(id) FROM surehook_inbox_event), 0),
                       coalesce((SELECT CAST(value AS INTEGER) FROM surehook_setting WHERE name = 'last-purged-id'), 0))
            """;

    private final Connection connection;
    private final OrderRows orders = new OrderRows(Dialect.SQLITE);
    private final PreparedStatement insert;
    private final PreparedStatement makeReady;
    private final PreparedStatement addKeys;
    private final KnownKeys known;
    private final Conflicts conflicts;
    private long nextId;

    /** Takes up where the file stands: its highest number, and the keys that are not in the key table yet. */
    Appender(Connection connection, KeyTail tail) throws SQLException {
        this.connection = connection;
        nextId = 1 + Math.max(KeyMerge.loadInto(tail, connection), highestId(connection));
        insert = connection.prepareStatement(INSERT);
        makeReady = connection.prepareStatement(MAKE_READY);
        addKeys = connection.prepareStatement(ADD_KEYS);
        known = new KnownKeys(connection, tail);
        conflicts = new Conflicts(connection);
    }

    /** Must run inside a transaction; after its commit {@link #committed} must be called. */
    Batch append(List<NewEvent> events, Ids ids) throws SQLException {
        long firstId = nextId;
        conflicts.start();
        Batch batch = new Batch(firstId);
        Map<EventKey, NewEvent> inBatch = new HashMap<>(events.size() * 2);
        Map<EventKey, Long> before = known.find(events);
        for (NewEvent event : events) {
            NewEvent first = inBatch.get(event.key());
            if (first != null) {
                batch.outcomes.add(conflicts.compare(event, first));
            } else if (before.containsKey(event.key())) {
                batch.outcomes.add(conflicts.compare(event, before.get(event.key())));
            } else {
                Appended outcome = insert(event, batch.nextId(), ids);
                batch.outcomes.add(outcome);
                if (outcome instanceof Appended.Stored) {
                    int laneId = ids.lanes().idOf(event.lane());
                    long id = batch.nextId();
                    event.orderKey().ifPresent(key -> batch.inOrder.add(new OrderRows.Arrival(laneId, key, id)));
                    batch.keys.add(event.key());
                    inBatch.put(event.key(), event);
                }
            }
        }
        if (!batch.keys.isEmpty()) {
            complete(batch, firstId);
        }
        if (!batch.inOrder.isEmpty()) {
            orders.place(connection, orders.lock(connection, batch.inOrder), batch.inOrder);
        }
        return batch;
    }

    void committed(Batch batch, KeyTail tail) {
        nextId = batch.nextId();
        batch.putInto(tail);
    }

    private static long highestId(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(HIGHEST_ID);
                ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private void complete(Batch batch, long firstId) throws SQLException {
        makeReady.setLong(1, firstId);
        makeReady.setLong(2, batch.nextId() - 1);
        makeReady.executeUpdate();
        ByteArrayOutputStream keys = new ByteArrayOutputStream(batch.keys.size() * EventKey.LENGTH);
        for (EventKey key : batch.keys) {
            keys.writeBytes(key.bytes());
        }
        addKeys.setLong(1, firstId);
        addKeys.setBytes(2, keys.toByteArray());
        addKeys.executeUpdate();
        for (int i = 0; i < batch.keys.size(); i++) {
            conflicts.recordDeferred(batch.keys.get(i), firstId + i);
        }
    }

    /** A row that SQLite refuses undoes its own statement only; the transaction goes on. */
    private Appended insert(NewEvent added, long id, Ids ids) throws SQLException {
        Event event = added.event();
        try {
            insert.setLong(1, id);
            insert.setInt(2, ids.sources().idOf(event.source()));
            insert.setInt(3, ids.lanes().idOf(added.lane()));
            insert.setLong(4, event.receivedAt().toEpochMilli());
            insert.setString(5, event.id());
            insert.setString(6, event.type());
            insert.setString(7, added.ignored().orElse(null));
            insert.setInt(8, event.body().length);
            insert.setBytes(9, added.bodySha256());
            insert.setBytes(10, added.orderKey().map(OrderKey::bytes).orElse(null));
            insert.setBytes(11, added.headers());
            insert.setBytes(12, event.body());
            insert.executeUpdate();
            return Appended.STORED;
        } catch (SQLiteException e) {
            if (isOfTheRow(e.getResultCode())) {
                return new Appended.Refused("SQLite refuses the row: " + e.getResultCode());
            }
            throw e;
        }
    }

    private static boolean isOfTheRow(SQLiteErrorCode code) {
        return switch (code) {
            case SQLITE_TOOBIG, SQLITE_MISMATCH, SQLITE_RANGE -> true;
            default -> false;
        };
    }

    /** The numbers of names, all of which must be known before the transaction. */
    record Ids(SourceIds sources, LaneIds lanes) {
        void require(List<NewEvent> events) {
            for (NewEvent event : events) {
                sources.idOf(event.event().source());
                lanes.idOf(event.lane());
            }
        }
    }

    /** What a batch did. */
    static final class Batch {
        private final List<Appended> outcomes = new ArrayList<>();
        private final List<EventKey> keys = new ArrayList<>();
        private final List<OrderRows.Arrival> inOrder = new ArrayList<>();
        private final long firstId;

        Batch(long firstId) {
            this.firstId = firstId;
        }

        long nextId() {
            return firstId + keys.size();
        }

        List<Appended> outcomes() {
            return outcomes;
        }

        private void putInto(KeyTail tail) {
            for (int i = 0; i < keys.size(); i++) {
                tail.put(keys.get(i).high(), keys.get(i).low(), firstId + i);
            }
        }
    }
}
