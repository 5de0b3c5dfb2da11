package dev.surehook.benchmarks.handled.contender;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** The table that handlers write to, and when they did. Thread-safe. */
public final class Effects {
    /** What a handler does. The key makes a second effect of an item fail. */
    public static final String INSERT = "insert into effect (item_id, note) values (?, ?)";

    private static final String TABLE =
            "create table if not exists effect (item_id text primary key, note text not null)";
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong firstCall = new AtomicLong();
    private volatile long lastCall;

    /** To be called first by each handler. */
    public void began() {
        long now = System.nanoTime();
        // Before the count, as whoever waits for the count reads it then.
        lastCall = now;
        if (calls.incrementAndGet() == 1) {
            firstCall.set(now);
        }
    }

    /** The effect, for products without a way of their own to run it. */
    void write(Connection connection, String id, String note) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, id);
            insert.setString(2, note);
            insert.executeUpdate();
        }
    }

    /** Makes the table where it is missing, empties it and forgets all calls. */
    void reset(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(TABLE);
            statement.execute("truncate effect");
        }
        calls.set(0);
        firstCall.set(0);
    }

    /** How often handlers were called since the last reset. */
    public long calls() {
        return calls.get();
    }

    /** When the first of them was, in the sense of {@link System#nanoTime}. */
    long firstCall() {
        return firstCall.get();
    }

    /** When the latest of them was. */
    public long lastCall() {
        return lastCall;
    }

    /**
     * Waits until {@code count} effects are committed.
     *
     * @return when it saw them, at most some 5 ms late
     */
    long awaitCommitted(DataSource dataSource, long count, Duration patience) throws SQLException, TimeoutException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (calls.get() < count || committed(dataSource) < count) {
            if (System.nanoTime() > deadline) {
                throw new TimeoutException(committed(dataSource) + " of " + count + " effects after " + patience + ", "
                        + calls + " calls");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return System.nanoTime();
    }

    private static long committed(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from effect")) {
            row.next();
            return row.getLong(1);
        }
    }
}
