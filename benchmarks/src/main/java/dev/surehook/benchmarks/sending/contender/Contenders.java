package dev.surehook.benchmarks.sending.contender;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Opens contenders by their names. */
public final class Contenders {
    public static final String POSTGRESQL = "surehook-postgresql";
    public static final String SQLITE = "surehook-sqlite";
    public static final String DB_SCHEDULER = "db-scheduler";
    public static final String BARE = "bare";
    public static final List<String> NAMES = List.of(POSTGRESQL, SQLITE, DB_SCHEDULER, BARE);

    private Contenders() {}

    /**
     * @param db a JDBC URL, or a folder for {@link #SQLITE}
     * @throws IllegalArgumentException when there is no such contender
     */
    static Contender open(String name, String db, Addresses addresses) throws SQLException {
        return switch (name) {
            case POSTGRESQL -> SurehookContender.onPostgres(db, addresses);
            case SQLITE -> SurehookContender.onSqlite(Path.of(db), addresses);
            case DB_SCHEDULER -> DbSchedulerContender.open(db, addresses);
            case BARE -> BareContender.open(addresses);
            default -> throw new IllegalArgumentException("unknown contender " + name + "; known: " + NAMES);
        };
    }
}
