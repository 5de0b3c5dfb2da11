package dev.surehook.engine.store.postgresql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.outbox.SendingStore;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.store.outbox.SqlSending;
import dev.surehook.engine.store.sql.Dialect;
import dev.surehook.engine.store.sql.Migrations;
import dev.surehook.engine.store.sql.SqlStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The shared store: any number of nodes on one PostgreSQL database. */
public final class PostgresStore extends SqlStore {
    /**
     * Whatever the server's defaults are. A 2xx promises a flushed commit. And when a whole machine vanishes, nobody
     * closes its connections: the server has to notice within half a minute, or it would keep the locks of an open
     * transaction for hours, and other nodes would step over that event all the while.
     */
    private static final String SESSION = """
            SET synchronous_commit = on;
            SET tcp_keepalives_idle = 10;
            SET tcp_keepalives_interval = 5;
            SET tcp_keepalives_count = 3;
            SET idle_in_transaction_session_timeout = '30s'
            """;

    private final HikariDataSource pool;
    private final PostgresAppend append;
    private final SqlSending sending;

    private PostgresStore(HikariDataSource pool, PostgresDatabase database) {
        super(database);
        this.pool = pool;
        this.append = new PostgresAppend(database, sources(), lanes());
        this.sending = new SqlSending(database, this::reclaim);
    }

    /**
     * Connects, making or updating the tables.
     *
     * @throws StartFailure when the database cannot be reached or does not keep what it commits
     */
    public static PostgresStore open(PostgresSettings settings) {
        HikariDataSource pool = new HikariDataSource(config(settings));
        try {
            requireDurable(pool, settings);
            Migrations.run(pool, Dialect.POSTGRESQL);
            return new PostgresStore(pool, new PostgresDatabase(pool));
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private static HikariConfig config(PostgresSettings settings) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("surehook-postgresql");
        config.setJdbcUrl(settings.jdbcUrl());
        settings.user().ifPresent(config::setUsername);
        settings.password().ifPresent(config::setPassword);
        config.setMaximumPoolSize(settings.poolSize());
        config.setMinimumIdle(2);
        // Less than a request's patience, so that an outage is answered and not waited out.
        config.setConnectionTimeout(2_500);
        config.setInitializationFailTimeout(-1);
        config.setConnectionInitSql(SESSION);
        config.addDataSourceProperty("ApplicationName", "surehook");
        config.addDataSourceProperty("connectTimeout", "2");
        // Ends a wait for a server that went away without a word.
        config.addDataSourceProperty("socketTimeout", "10");
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty("prepareThreshold", "2");
        return config;
    }

    private static void requireDurable(HikariDataSource pool, PostgresSettings settings) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW fsync")) {
            row.next();
            if (row.getString(1).equals("off")) {
                throw new StartFailure("PostgreSQL at " + settings
                        + " runs with fsync = off and would lose events that were acknowledged: set fsync = on");
            }
        } catch (SQLException e) {
            throw new StartFailure(
                    "PostgreSQL at " + settings + " cannot be used (" + reason(e)
                            + "): check that it runs, and the URL, user and password",
                    e);
        }
    }

    private static String reason(SQLException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String message = String.valueOf(cause.getMessage()).strip();
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    @Override
    public List<Appended> append(List<NewEvent> events) {
        return append.append(events);
    }

    @Override
    public SendingStore sending() {
        return sending;
    }

    @Override
    public String kind() {
        return Dialect.POSTGRESQL.label();
    }

    @Override
    public void close() {
        pool.close();
    }
}
