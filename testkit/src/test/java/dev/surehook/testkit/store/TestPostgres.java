package dev.surehook.testkit.store;

import dev.surehook.engine.store.postgresql.PostgresSettings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** One real PostgreSQL server for all tests of a run, durable as in production, with a database for each test. */
public final class TestPostgres {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private TestPostgres() {}

    static EmbeddedPostgres server() {
        return Holder.SERVER;
    }

    public static PostgresSettings freshDatabase() throws SQLException {
        String name = "surehook_" + COUNT.incrementAndGet();
        try (Connection connection = server().getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        return settings(server(), name);
    }

    static PostgresSettings settings(EmbeddedPostgres server, String database) {
        return new PostgresSettings(server.getJdbcUrl("postgres", database), Optional.empty(), Optional.empty(), 8);
    }

    /** A server of its own that keeps its files in {@code data}. The embedded defaults switch durability off. */
    static EmbeddedPostgres.Builder builder(Path data) {
        return builder().setDataDirectory(data).setCleanDataDirectory(false);
    }

    private static EmbeddedPostgres.Builder builder() {
        return EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "200");
    }

    private static EmbeddedPostgres start() {
        try {
            EmbeddedPostgres server = builder().start();
            String process = process(server);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> quit(process)));
            return server;
        } catch (SQLException e) {
            throw new IllegalStateException("PostgreSQL does not answer", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String process(EmbeddedPostgres server) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)")) {
            row.next();
            return row.getString(1);
        }
    }

    /** Nobody needs the files afterwards: the server need not force a hundred databases to the disk before it ends. */
    private static void quit(String process) {
        try {
            new ProcessBuilder("kill", "-QUIT", process).start().waitFor();
        } catch (IOException e) {
            // Then it ends more slowly.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Holder {
        private static final EmbeddedPostgres SERVER = start();
    }
}
