package dev.surehook.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A throwaway PostgreSQL cluster from the system's programs, with the configuration that {@code initdb} writes: fsync
 * and synchronous commit are on. It listens on 127.0.0.1 only.
 */
public final class PostgresCluster implements AutoCloseable {

    private static final String SYSTEM_USER = "postgres";
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ChildProcess server;
    private final int port;

    private PostgresCluster(ChildProcess server, int port) {
        this.server = server;
        this.port = port;
    }

    /** @param programs the folder of {@code initdb} and {@code postgres} */
    public static PostgresCluster start(Path programs, Path dir) throws IOException, InterruptedException {
        return start(programs, dir, List.of());
    }

    /** @param settings of the server, each as {@code name=value}, beside those that {@code initdb} writes */
    public static PostgresCluster start(Path programs, Path dir, List<String> settings)
            throws IOException, InterruptedException {
        Path data = Files.createDirectories(dir.resolve("postgresql"));
        List<String> asOwner = new ArrayList<>();
        if (isRoot()) {
            // PostgreSQL refuses to run as root.
            var owner = data.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(SYSTEM_USER);
            Files.getFileAttributeView(data, PosixFileAttributeView.class).setOwner(owner);
            asOwner.addAll(List.of("setpriv", "--reuid=" + SYSTEM_USER, "--regid=" + SYSTEM_USER, "--init-groups"));
        }
        ChildProcess.run(
                command(
                        asOwner,
                        programs.resolve("initdb"),
                        "-D",
                        data,
                        "-U",
                        SYSTEM_USER,
                        "--auth=trust",
                        "-E",
                        "UTF8"),
                dir.resolve("initdb.log"));
        int port = Ports.free();
        List<String> serve = command(
                asOwner,
                programs.resolve("postgres"),
                "-D",
                data,
                "-p",
                port,
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=");
        settings.forEach(setting -> serve.addAll(List.of("-c", setting)));
        ChildProcess server = ChildProcess.start(serve, Map.of(), dir.resolve("postgresql.log"));
        PostgresCluster cluster = new PostgresCluster(server, port);
        cluster.awaitReady();
        return cluster;
    }

    /** Creates an empty database; the answer is its JDBC URL. */
    public String createDatabase(String name) {
        try {
            execute("create database " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return url(name);
    }

    public String version() {
        try (Connection connection = DriverManager.getConnection(url(SYSTEM_USER))) {
            return connection.getMetaData().getDatabaseProductVersion();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Processor time of the server's processes that run now; of those that ended nothing is known. */
    public Duration processorTime() {
        return server.processorTime();
    }

    private void awaitReady() throws IOException {
        long deadline = System.nanoTime() + START_NANOS;
        while (true) {
            try {
                execute("select 1");
                return;
            } catch (SQLException e) {
                if (!server.isAlive() || System.nanoTime() > deadline) {
                    String log = server.logTail();
                    server.close();
                    throw new IOException("PostgreSQL did not start:\n" + log, e);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(SYSTEM_USER));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The JDBC URL of a database. */
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=" + SYSTEM_USER;
    }

    private static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> command(List<String> start, Object... words) {
        List<String> command = new ArrayList<>(start);
        for (Object word : words) {
            command.add(word.toString());
        }
        return command;
    }

    @Override
    public void close() {
        server.close();
    }
}
