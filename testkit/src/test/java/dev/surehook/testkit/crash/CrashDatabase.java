package dev.surehook.testkit.crash;

import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.host.HostSettings;
import dev.surehook.engine.store.host.HostStore;
import dev.surehook.engine.store.postgresql.PostgresSettings;
import dev.surehook.engine.store.postgresql.PostgresStore;
import dev.surehook.engine.store.sqlite.SqliteStore;
import dev.surehook.testkit.store.Pools;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Optional;

/** Databases that outlive the nodes on them. A node is told of one by its <em>target</em>. */
interface CrashDatabase {
    /** Before the JDBC URL of a database that is an application's own. */
    String HOST = "host:";

    String SQLITE_FILE = "surehook.db";

    /** Makes a database with the booking table; its target. */
    String fresh() throws Exception;

    /** The database as it stands, without a touch to what a later node finds there. */
    default Look look(String target) throws Exception {
        return seen(target);
    }

    static Look seen(String target) throws SQLException {
        return new Look(open(target), connect(target));
    }

    /** @param target the data folder of SQLite, a JDBC URL of PostgreSQL, or any with {@link #HOST} before it */
    static Store open(String target) {
        if (target.startsWith(HOST)) {
            return HostStore.open(
                    Pools.of(url(target)),
                    new HostSettings(HostSettings.Schema.MIGRATE, false, InstantSource.system()));
        }
        return target.startsWith("jdbc:")
                ? PostgresStore.open(new PostgresSettings(target, Optional.empty(), Optional.empty(), 8))
                : SqliteStore.open(Path.of(target), InstantSource.system());
    }

    static Connection connect(String target) throws SQLException {
        return DriverManager.getConnection(url(target));
    }

    private static String url(String target) {
        if (target.startsWith(HOST)) {
            return target.substring(HOST.length());
        }
        return target.startsWith("jdbc:") ? target : "jdbc:sqlite:" + Path.of(target, SQLITE_FILE);
    }

    /** Makes the tables of a new database. */
    static String made(String target) throws SQLException {
        open(target).close();
        try (Connection connection = connect(target);
                Statement statement = connection.createStatement()) {
            statement.execute(Books.BOOKING_TABLE);
        }
        return target;
    }

    /** A store, and a connection beside it. */
    record Look(Store store, Connection connection) implements AutoCloseable {
        @Override
        public void close() throws SQLException {
            connection.close();
            store.close();
        }
    }
}
