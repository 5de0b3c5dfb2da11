package dev.surehook.engine.store.host;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.store.sql.Dialect;
import dev.surehook.engine.store.sql.SqlFault;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/** An error of the application's database as one line for people. */
final class Outage {
    private static final int SQLITE_BUSY = 5;
    private static final int SQLITE_LOCKED = 6;
    private static final int SQLITE_FULL = 13;
    private static final int MARIADB_LOCK_WAIT = 1205;
    private static final int MARIADB_DISK_FULL = 1021;
    private static final int MARIADB_TABLE_FULL = 1114;
    private static final int H2_LOCK_TIMEOUT = 50200;

    private Outage() {}

    static StoreUnavailable of(Dialect dialect, SQLException e) {
        return new StoreUnavailable(describe(dialect, e), e);
    }

    private static String describe(Dialect dialect, SQLException e) {
        if (e instanceof SQLTransientConnectionException && SqlFault.code(dialect, e) == 0) {
            return "the application's pool gave no connection to " + dialect.product() + " in time";
        }
        int code = SqlFault.code(dialect, e);
        return switch (dialect) {
            case SQLITE -> sqlite(code);
            case MARIADB -> mariadb(code, e);
            case H2 -> code == H2_LOCK_TIMEOUT ? "H2: a lock was held for too long" : other(dialect, e);
            case POSTGRESQL -> other(dialect, e);
        };
    }

    private static String sqlite(int code) {
        return switch (code) {
            case SQLITE_BUSY, SQLITE_LOCKED -> "another connection holds the lock of the SQLite file";
            case SQLITE_FULL -> "the disk is full";
            default -> "SQLite failed (" + code + ")";
        };
    }

    private static String mariadb(int code, SQLException e) {
        return switch (code) {
            case MARIADB_LOCK_WAIT -> "MariaDB: a lock was held for too long";
            case MARIADB_DISK_FULL, MARIADB_TABLE_FULL -> "MariaDB: the disk is full";
            default -> other(Dialect.MARIADB, e);
        };
    }

    private static String other(Dialect dialect, SQLException e) {
        String state = e.getSQLState() == null ? "no state" : e.getSQLState();
        return dialect.product() + " does not answer as it should (" + state + ")";
    }
}
