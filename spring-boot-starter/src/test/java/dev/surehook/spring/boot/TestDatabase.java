package dev.surehook.spring.boot;

import dev.surehook.testkit.store.TestMariaDb;
import java.nio.file.Path;
import java.sql.SQLException;

/** The databases that the guarantees hold for. */
enum TestDatabase {
    POSTGRESQL {
        @Override
        String fresh(Path folder) {
            return TestApplication.freshPostgres();
        }
    },
    MARIADB {
        @Override
        String fresh(Path folder) throws SQLException {
            return TestMariaDb.freshDatabase();
        }
    },
    SQLITE {
        @Override
        String fresh(Path folder) {
            return "jdbc:sqlite:" + folder.resolve("app.db") + "?journal_mode=WAL&synchronous=FULL&busy_timeout=5000";
        }
    };

    /** The URL of an empty database. */
    abstract String fresh(Path folder) throws SQLException;
}
