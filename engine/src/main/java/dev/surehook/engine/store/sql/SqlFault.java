package dev.surehook.engine.store.sql;

import java.sql.BatchUpdateException;
import java.sql.SQLException;

/** What an error of a database says about who is to blame. */
public final class SqlFault {
    private static final int MARIADB_LOCK_WAIT = 1205;
    private static final int MARIADB_CHANGED_SINCE_READ = 1020;
    private static final int MARIADB_PACKET_TOO_LARGE = 1153;
    private static final int H2_LOCK_TIMEOUT = 50200;
    private static final int H2_CONCURRENT_UPDATE = 90131;
    private static final int SQLITE_TOO_BIG = 18;
    private static final int SQLITE_MISMATCH = 20;
    private static final int SQLITE_RANGE = 25;

    private SqlFault() {}

    /** Data exception, constraint, program limit, or text that the database's encoding cannot hold. */
    public static boolean isOfTheRow(Dialect dialect, SQLException e) {
        String state = state(e);
        int code = code(dialect, e);
        return switch (dialect) {
            case POSTGRESQL -> state.startsWith("22") || state.startsWith("23") || state.startsWith("54");
            case MARIADB -> state.startsWith("22") || state.startsWith("23") || code == MARIADB_PACKET_TOO_LARGE;
            case H2 -> state.startsWith("22") || state.startsWith("23");
            case SQLITE -> code == SQLITE_TOO_BIG || code == SQLITE_MISMATCH || code == SQLITE_RANGE;
        };
    }

    /** Serialisation failure, deadlock, or a lock that was not given in time: the same transaction may pass next time. */
    public static boolean isWorthRepeating(Dialect dialect, SQLException e) {
        String state = state(e);
        int code = code(dialect, e);
        return switch (dialect) {
            case POSTGRESQL -> state.equals("40001") || state.equals("40P01");
            case MARIADB -> state.equals("40001") || code == MARIADB_LOCK_WAIT || code == MARIADB_CHANGED_SINCE_READ;
            case H2 -> state.equals("40001") || code == H2_LOCK_TIMEOUT || code == H2_CONCURRENT_UPDATE;
            case SQLITE -> false;
        };
    }

    /** Somebody else had a lock for longer than the statement was to wait. */
    public static boolean isLockTimeout(Dialect dialect, SQLException e) {
        return switch (dialect) {
            case POSTGRESQL -> state(e).equals("55P03");
            case MARIADB -> code(dialect, e) == MARIADB_LOCK_WAIT;
            case H2 -> code(dialect, e) == H2_LOCK_TIMEOUT;
            case SQLITE -> false;
        };
    }

    /** The database's own number of the error; of SQLite the one without the details. */
    public static int code(Dialect dialect, SQLException e) {
        int code = cause(e).getErrorCode();
        return dialect == Dialect.SQLITE ? code & 0xff : code;
    }

    private static String state(SQLException e) {
        return String.valueOf(cause(e).getSQLState());
    }

    /** SQLite's driver tells what is wrong with a batch in the cause only. */
    private static SQLException cause(SQLException e) {
        return e instanceof BatchUpdateException && e.getCause() instanceof SQLException cause ? cause : e;
    }
}
