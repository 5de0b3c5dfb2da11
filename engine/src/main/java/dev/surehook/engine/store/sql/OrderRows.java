package dev.surehook.engine.store.sql;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.OrderKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Puts the events of a key in order, within transactions that are somebody else's. Whatever changes the order of a key
 * locks the key's row first, and in the order of keys where there are several; what it reads then was committed by whoever
 * had the lock before. So the order is the order of commits, and no event is left behind at whatever step a process dies:
 * the next event goes on in the transaction that ends the one before it.
 */
public final class OrderRows {
    private static final String HEAD = """
            SELECT lane_id, order_key, head, next_place FROM surehook_order_key WHERE lane_id = ? AND order_key = ?
            """;

    private static final String ADD = """
            INSERT INTO surehook_order_key (lane_id, order_key, head, next_place) VALUES (?, ?, 0, 1)
            """;

    /** How long a key that somebody holds is waited for. */
    public static final Duration PATIENCE = Duration.ofSeconds(1);

    /** Until the transaction ends. */
    private static final String WAIT = "SET LOCAL lock_timeout = ";

    private static final String SET = """
            UPDATE surehook_order_key SET head = ?, next_place = ? WHERE lane_id = ? AND order_key = ?
            """;

    private static final String DROP = "DELETE FROM surehook_order_key WHERE lane_id = ? AND order_key = ?";

    private static final String NOT_READY = "DELETE FROM surehook_inbox_ready WHERE lane_id = ? AND id = ?";

    private static final String BLOCK = """
            INSERT INTO surehook_inbox_blocked (lane_id, order_key, place, id, attempt) VALUES (?, ?, ?, ?, ?)
            """;

    private static final String NEXT = """
            SELECT place, id, attempt FROM surehook_inbox_blocked
            WHERE lane_id = ? AND order_key = ? ORDER BY place LIMIT 1 %s
            """;

    private static final String UNBLOCK =
            "DELETE FROM surehook_inbox_blocked WHERE lane_id = ? AND order_key = ? AND place = ?";

    private static final String MAKE_READY = """
            INSERT INTO surehook_inbox_ready (lane_id, id, due_at, attempt, budget_from, lease_until)
            VALUES (?, ?, ?, ?, ?, 0)
            """;

    private final Dialect dialect;

    public OrderRows(Dialect dialect) {
        this.dialect = dialect;
    }

    /** An event that is to be put in order; it lies in surehook_inbox_ready, where it stays if it is the first. */
    public record Arrival(int laneId, OrderKey key, long id) {
        OrderedKey row() {
            return new OrderedKey(laneId, key);
        }
    }

    /** The keys of a transaction, locked, and what it changed. */
    public static final class Locked {
        private final Map<OrderedKey, KeyQueue> queues = new TreeMap<>();

        /** Adds the rows that a statement gives back. */
        void read(PreparedStatement statement) throws SQLException {
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    OrderedKey key = new OrderedKey(row.getInt(1), OrderKey.fromBytes(row.getBytes(2)));
                    queues.put(key, new KeyQueue(key, row.getLong(3), row.getLong(4)));
                }
            }
        }

        boolean has(OrderedKey key) {
            return queues.containsKey(key);
        }

        KeyQueue of(OrderedKey key) {
            KeyQueue queue = queues.get(key);
            if (queue == null) {
                throw new IllegalStateException("the key was not locked");
            }
            return queue;
        }
    }

    /**
     * Locks the keys, with a new row for each that has none. Must come before anything else that the transaction locks.
     *
     * @param keys of {@link Arrival}s whose numbers are not known yet
     * @throws StoreUnavailable when somebody has held a key for a second; its cause is {@link SqlFault#isLockTimeout}
     */
    public Locked lock(Connection connection, Collection<Arrival> keys) throws SQLException {
        return lock(connection, keys, PATIENCE);
    }

    /**
     * As above, where somebody held one of the keys for {@code patience}. MariaDB counts in seconds: there it is one, or
     * none where {@code patience} is none.
     */
    public Locked lock(Connection connection, Collection<Arrival> keys, Duration patience) throws SQLException {
        TreeSet<OrderedKey> sorted = new TreeSet<>();
        keys.forEach(arrival -> sorted.add(arrival.row()));
        return lockKeys(connection, sorted, patience);
    }

    Locked lockKeys(Connection connection, SortedSet<OrderedKey> sorted) throws SQLException {
        return lockKeys(connection, sorted, PATIENCE);
    }

    private Locked lockKeys(Connection connection, SortedSet<OrderedKey> sorted, Duration patience)
            throws SQLException {
        try {
            if (dialect == Dialect.POSTGRESQL) {
                waitAtMost(connection, patience);
            }
            return dialect == Dialect.H2 ? touchEach(connection, sorted) : touch(connection, sorted, patience);
        } catch (SQLException e) {
            if (SqlFault.isLockTimeout(dialect, e)) {
                throw new StoreUnavailable("the end of an earlier event of a key is not committed yet", e);
            }
            throw e;
        }
    }

    /** At least a millisecond: to PostgreSQL, zero is for ever. */
    private static void waitAtMost(Connection connection, Duration patience) throws SQLException {
        try (PreparedStatement wait = connection.prepareStatement(WAIT + Math.max(1, patience.toMillis()))) {
            wait.execute();
        }
    }

    private Locked touch(Connection connection, SortedSet<OrderedKey> sorted, Duration patience) throws SQLException {
        Locked locked = new Locked();
        try (PreparedStatement touch =
                connection.prepareStatement(dialect.touchOrderKeys(sorted.size(), !patience.isZero()))) {
            int index = 1;
            for (OrderedKey key : sorted) {
                setKey(touch, index, key);
                index += 2;
            }
            locked.read(touch);
        }
        return locked;
    }

    /** More than once where a row that was there is gone by the time it is read. */
    private Locked touchEach(Connection connection, SortedSet<OrderedKey> sorted) throws SQLException {
        Locked locked = new Locked();
        while (locked.queues.size() < sorted.size()) {
            try (PreparedStatement insert = connection.prepareStatement(ADD)) {
                for (OrderedKey key : sorted) {
                    setKey(insert, 1, key);
                    dialect.insertUnlessThere(insert);
                }
            }
            locked.queues.putAll(lockThere(connection, sorted).queues);
        }
        return locked;
    }

    /**
     * Locks those of the keys that have a row. One by one except on PostgreSQL: MariaDB may search for a list of keys among
     * all of the lane, and then waits for those of others.
     */
    Locked lockThere(Connection connection, SortedSet<OrderedKey> sorted) throws SQLException {
        Locked locked = new Locked();
        if (dialect.joinsChanges()) {
            PostgresOrder.lock(connection, sorted, locked);
            return locked;
        }
        try (PreparedStatement select = connection.prepareStatement(HEAD + dialect.locked())) {
            for (OrderedKey key : sorted) {
                setKey(select, 1, key);
                locked.read(select);
            }
        }
        return locked;
    }

    /** Puts new events behind those of their keys; the keys must be locked. */
    public void place(Connection connection, Locked locked, List<Arrival> arrivals) throws SQLException {
        try (PreparedStatement notReady = connection.prepareStatement(NOT_READY);
                PreparedStatement block = connection.prepareStatement(BLOCK)) {
            boolean blocked = false;
            for (Arrival arrival : arrivals) {
                KeyQueue queue = locked.of(arrival.row());
                if (!queue.lead(arrival.id())) {
                    blocked = true;
                    notReady.setInt(1, arrival.laneId());
                    notReady.setLong(2, arrival.id());
                    notReady.addBatch();
                    addBlocked(block, queue, arrival.id(), 0);
                }
            }
            if (blocked) {
                notReady.executeBatch();
                block.executeBatch();
            }
        }
        settle(connection, locked);
    }

    /** Puts one event at the end of its key's order. */
    void block(Connection connection, KeyQueue queue, long id, int attempt) throws SQLException {
        try (PreparedStatement block = connection.prepareStatement(BLOCK)) {
            addBlocked(block, queue, id, attempt);
            block.executeBatch();
        }
    }

    private static void addBlocked(PreparedStatement block, KeyQueue queue, long id, int attempt) throws SQLException {
        block.setInt(1, queue.key().laneId());
        block.setBytes(2, queue.key().value().bytes());
        block.setLong(3, queue.takePlace());
        block.setLong(4, id);
        block.setInt(5, attempt);
        block.addBatch();
    }

    /** Writes what became of locked keys; a row at whose head is nobody goes. */
    void settle(Connection connection, Locked locked) throws SQLException {
        try (PreparedStatement set = connection.prepareStatement(SET);
                PreparedStatement drop = connection.prepareStatement(DROP)) {
            boolean sets = false;
            boolean drops = false;
            for (KeyQueue queue : locked.queues.values()) {
                if (queue.head() == KeyQueue.NOBODY) {
                    drops = true;
                    setKey(drop, 1, queue.key());
                    drop.addBatch();
                } else {
                    sets = true;
                    set.setLong(1, queue.head());
                    set.setLong(2, queue.nextPlace());
                    setKey(set, 3, queue.key());
                    set.addBatch();
                }
            }
            if (sets) {
                set.executeBatch();
            }
            if (drops) {
                drop.executeBatch();
            }
        }
    }

    private static void setKey(PreparedStatement statement, int index, OrderedKey key) throws SQLException {
        statement.setInt(index, key.laneId());
        statement.setBytes(index + 1, key.value().bytes());
    }

    /**
     * Lets the next event of each key go on whose head has just ended; whoever is not the head of its key holds up nobody.
     *
     * @param heads by their keys
     */
    void letNextGoOn(Connection connection, Database database, Map<OrderedKey, Long> heads) throws SQLException {
        letNextGoOn(connection, database, lockThere(connection, new TreeSet<>(heads.keySet())), heads);
    }

    /** As above, of keys that are locked. */
    void letNextGoOn(Connection connection, Database database, Locked locked, Map<OrderedKey, Long> heads)
            throws SQLException {
        List<KeyQueue> ended = new ArrayList<>();
        for (KeyQueue queue : locked.queues.values()) {
            if (Objects.equals(heads.get(queue.key()), queue.head())) {
                ended.add(queue);
            }
        }
        if (!ended.isEmpty()) {
            if (dialect.joinsChanges()) {
                PostgresOrder.letNextGoOn(connection, ended);
            } else {
                letNextGoOn(connection, database.now(connection), ended);
            }
        }
    }

    private void letNextGoOn(Connection connection, long now, List<KeyQueue> ended) throws SQLException {
        Map<OrderedKey, Waiting> next = new HashMap<>();
        for (KeyQueue queue : ended) {
            Waiting first = first(connection, queue.key());
            next.put(queue.key(), first);
        }
        try (PreparedStatement unblock = connection.prepareStatement(UNBLOCK);
                PreparedStatement ready = connection.prepareStatement(MAKE_READY)) {
            Locked changed = new Locked();
            for (KeyQueue queue : ended) {
                Waiting first = next.getOrDefault(queue.key(), Waiting.NOBODY);
                changed.queues.put(queue.key(), new KeyQueue(queue.key(), first.id, queue.nextPlace()));
                if (first.id != KeyQueue.NOBODY) {
                    setKey(unblock, 1, queue.key());
                    unblock.setLong(3, first.place);
                    unblock.executeUpdate();
                    ready.setInt(1, queue.key().laneId());
                    ready.setLong(2, first.id);
                    ready.setLong(3, now);
                    ready.setInt(4, first.attempt);
                    ready.setInt(5, first.attempt);
                    ready.executeUpdate();
                }
            }
            settle(connection, changed);
        }
    }

    /** Under a lock even where the caller's transaction sees the past: only so MariaDB reads what is there now. */
    private Waiting first(Connection connection, OrderedKey key) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(NEXT.formatted(dialect.locked()))) {
            setKey(select, 1, key);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? new Waiting(row.getLong(1), row.getLong(2), row.getInt(3)) : Waiting.NOBODY;
            }
        }
    }

    private record Waiting(long place, long id, int attempt) {
        private static final Waiting NOBODY = new Waiting(0, KeyQueue.NOBODY, 0);
    }
}
