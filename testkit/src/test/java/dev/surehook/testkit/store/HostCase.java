package dev.surehook.testkit.store;

import com.zaxxer.hikari.HikariDataSource;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.host.HostSettings;
import dev.surehook.engine.store.host.HostSettings.Schema;
import dev.surehook.engine.store.host.HostStore;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import dev.surehook.testkit.clock.ManualClock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;

/** A test with a store in an application's own database, and with a pool as the application has it. */
@SuppressWarnings("NullAway.Init")
abstract class HostCase extends StoreContract {
    protected final ManualClock clock = new ManualClock(Instant.now());

    private final List<HikariDataSource> pools = new ArrayList<>();
    private String url;
    private HikariDataSource pool;

    /** The word for the database in settings, and its folder of scripts. */
    abstract String kind();

    /** The JDBC URL of a new, empty database. */
    abstract String freshUrl() throws Exception;

    /** Lets time pass for the rows of the database at {@code jdbcUrl}. */
    abstract void age(String jdbcUrl, Duration time) throws Exception;

    @Override
    protected Store openEmpty() throws Exception {
        url = freshUrl();
        pool = pool(url);
        return open(pool, Schema.MIGRATE);
    }

    @Override
    protected Store reopen() {
        return open(pool, Schema.MIGRATE);
    }

    /** On SQLite nodes would meet each other's lock: there is one. */
    @Override
    protected Store anotherNode() {
        return oneAtATime() ? store() : open(pool(url), Schema.MIGRATE);
    }

    @Override
    protected void pass(Duration time) throws Exception {
        age(url, time);
    }

    @AfterEach
    void closePools() {
        pools.forEach(HikariDataSource::close);
    }

    protected final HikariDataSource pool(String jdbcUrl) {
        HikariDataSource made = Pools.of(jdbcUrl);
        pools.add(made);
        return made;
    }

    protected final String url() {
        return url;
    }

    protected final HikariDataSource pool() {
        return pool;
    }

    protected final HostStore open(DataSource source, Schema schema) {
        return HostStore.open(source, new HostSettings(schema, false, clock));
    }

    protected final HostStore openUnsafely(DataSource source) {
        return HostStore.open(source, new HostSettings(Schema.MIGRATE, true, clock));
    }

    protected final boolean oneAtATime() {
        return ((HostStore) store()).oneTransactionAtATime();
    }

    protected static void set(String jdbcUrl, String sql, long value) throws SQLException {
        try (Connection connection = DriverManager.getConnection(jdbcUrl);
                PreparedStatement update = connection.prepareStatement(sql)) {
            update.setLong(1, value);
            update.executeUpdate();
        }
    }

    /** A transaction as an application's own transaction manager runs it: in turn, on a connection of the pool. */
    protected final <T> T transaction(Tx<T> work) throws Exception {
        return transaction(store(), work);
    }

    protected final <T> T transaction(Store node, Tx<T> work) throws Exception {
        return node.inTurn(() -> {
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                try {
                    node.beginIn(connection);
                    T result = work.run(connection);
                    connection.commit();
                    return result;
                } catch (Exception e) {
                    connection.rollback();
                    throw e;
                }
            }
        });
    }

    @FunctionalInterface
    protected interface Tx<T> {
        T run(Connection connection) throws Exception;
    }

    protected final boolean finishIn(Connection connection, Claimed work) throws SQLException {
        return store().finishIn(connection, List.of(processed(work))).get(0);
    }

    protected static Finish end(Claimed work, Finish.Next next) {
        return new Finish(work.lease(), Instant.now(), Duration.ZERO, next, "");
    }

    protected static long count(String jdbcUrl, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(jdbcUrl);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    protected static <T> List<T> inParallel(List<Callable<T>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(8, tasks.size()));
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(tasks)) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
