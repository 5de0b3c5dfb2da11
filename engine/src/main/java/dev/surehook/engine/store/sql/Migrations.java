package dev.surehook.engine.store.sql;

import dev.surehook.engine.store.StartFailure;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;

/**
 * Brings the tables to the version that this program needs. Each step is a transaction together with its own mark, so a
 * node that dies in the middle leaves whole steps. One node at a time: see {@code PostgresStore} for the lock, which
 * covers what Flyway's own does not, the making of its history table.
 */
public final class Migrations {
    private static final String HISTORY = "surehook_migration";

    private Migrations() {}

    /**
     * @param dialect the folder of the scripts
     * @throws StartFailure when the database is newer than the program, or a step fails
     */
    public static void run(DataSource source, String dialect) {
        try {
            Flyway flyway = Flyway.configure(Migrations.class.getClassLoader())
                    .dataSource(source)
                    .table(HISTORY)
                    .locations("classpath:dev/surehook/engine/store/" + dialect + "/migration")
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .validateOnMigrate(true)
                    .loggers("slf4j")
                    .load();
            refuseNewer(flyway);
            flyway.migrate();
        } catch (FlywayException e) {
            throw new StartFailure("the database's tables cannot be updated: " + firstLine(e), e);
        }
    }

    private static void refuseNewer(Flyway flyway) {
        for (MigrationInfo step : flyway.info().applied()) {
            if (step.getState() == MigrationState.FUTURE_SUCCESS) {
                throw new StartFailure("the database is newer than this program (its version is " + step.getVersion()
                        + "): start the Surehook version that made it, or a later one");
            }
        }
    }

    private static String firstLine(Exception e) {
        String message = String.valueOf(e.getMessage()).strip();
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
