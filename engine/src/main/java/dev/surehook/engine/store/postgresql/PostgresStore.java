package dev.surehook.engine.store.postgresql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.store.sql.Migrations;
import dev.surehook.engine.store.sql.SqlStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The shared store: any number of nodes on one PostgreSQL database. */
public final class PostgresStore extends SqlStore {
    private final HikariDataSource pool;
    private final PostgresAppend append;

    private PostgresStore(HikariDataSource pool) {
        super(new PostgresDatabase(pool));
        this.pool = pool;
        this.append = new PostgresAppend(pool, sources());
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
            Migrations.run(pool, "postgresql");
            return new PostgresStore(pool);
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
        // Whatever the server's default is: a 2xx promises a flushed commit.
        config.setConnectionInitSql("SET synchronous_commit = on");
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
    public String kind() {
        return "postgresql";
    }

    @Override
    public void close() {
        pool.close();
    }
}
