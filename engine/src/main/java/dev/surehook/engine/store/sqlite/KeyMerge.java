package dev.surehook.engine.store.sqlite;

import dev.surehook.engine.event.EventKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * Sorts the key tail into the key table when it has grown long. Random keys that go into a large table one commit at a
 * time dirty a page each; half a million of them in order share their pages. It happens in short transactions with
 * pauses between, so commits do not feel it. Until a key has been merged it is found in the tail; a crash in the middle
 * leaves keys in both places, which harms nothing, and the next merge starts again.
 */
final class KeyMerge implements AutoCloseable {
    private static final int SLICE = 1_000;
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private static final String INSERT =
            "INSERT INTO surehook_inbox_key (key, id) VALUES (?, ?) ON CONFLICT DO NOTHING";

    private final SqliteDatabase database;
    private final KeyTail tail;
    private final int trigger;
    private final Thread thread;
    private volatile boolean closing;

    /** @param trigger keys in the tail from which on it is merged */
    KeyMerge(SqliteDatabase database, KeyTail tail, int trigger) {
        this.database = database;
        this.tail = tail;
        this.trigger = trigger;
        this.thread = new Thread(this::run, "surehook-keys");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!closing) {
            LockSupport.parkNanos(this, LOOK_EVERY.toNanos());
            if (!closing && tail.size() >= trigger) {
                try {
                    merge();
                } catch (RuntimeException | Error e) {
                    // Everything is still in the tail; the next look starts again.
                }
            }
        }
    }

    private void merge() {
        Loaded loaded = database.read(KeyMerge::load);
        Key[] keys = loaded.keys;
        Arrays.sort(keys);
        for (int from = 0; from < keys.length && !closing; from += SLICE) {
            int first = from;
            int end = Math.min(keys.length, from + SLICE);
            long began = System.nanoTime();
            database.write(connection -> insert(connection, keys, first, end));
            // In the worst case each key of the slice dirtied a page of its own.
            database.writer().wrote((end - first) * 4_096L);
            LockSupport.parkNanos(this, System.nanoTime() - began);
        }
        if (!closing) {
            database.write(connection -> deleteThrough(connection, loaded.lastFirstId));
            tail.dropThrough(loaded.lastId);
        }
    }

    private static int insert(Connection connection, Key[] keys, int from, int end) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (int i = from; i < end; i++) {
                insert.setBytes(1, keys[i].bytes);
                insert.setLong(2, keys[i].id);
                insert.addBatch();
            }
            return insert.executeBatch().length;
        }
    }

    private static int deleteThrough(Connection connection, long firstId) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM surehook_inbox_key_tail WHERE first_id <= ?")) {
            delete.setLong(1, firstId);
            return delete.executeUpdate();
        }
    }

    private static Loaded load(Connection connection) throws SQLException {
        Loaded loaded = new Loaded();
        try (PreparedStatement select = connection.prepareStatement(
                        "SELECT first_id, keys FROM surehook_inbox_key_tail ORDER BY first_id");
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                loaded.add(row.getLong(1), row.getBytes(2));
            }
        }
        loaded.trim();
        return loaded;
    }

    /** Fills {@code tail} from the table; for the start. */
    static long loadInto(KeyTail tail, Connection connection) throws SQLException {
        Loaded loaded = load(connection);
        for (Key key : loaded.keys) {
            EventKey whole = EventKey.fromBytes(key.bytes);
            tail.put(whole.high(), whole.low(), key.id);
        }
        return loaded.lastId;
    }

    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join(Duration.ofSeconds(5).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Key(byte[] bytes, long id) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return Arrays.compareUnsigned(bytes, other.bytes);
        }
    }

    private static final class Loaded {
        private Key[] keys = new Key[1_024];
        private int size;
        private long lastId;
        private long lastFirstId;

        private void add(long firstId, byte[] packed) {
            int count = packed.length / EventKey.LENGTH;
            if (size + count > keys.length) {
                keys = Arrays.copyOf(keys, Math.max(keys.length * 2, size + count));
            }
            for (int i = 0; i < count; i++) {
                int at = i * EventKey.LENGTH;
                keys[size++] = new Key(Arrays.copyOfRange(packed, at, at + EventKey.LENGTH), firstId + i);
            }
            lastFirstId = firstId;
            lastId = firstId + count - 1;
        }

        private void trim() {
            keys = Arrays.copyOf(keys, size);
        }
    }
}
