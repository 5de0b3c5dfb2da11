package dev.surehook.testkit.crash;

import dev.surehook.engine.store.sqlite.SqliteStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

class SqliteCrashTest extends CrashContract {
    private static final String FILE = "surehook.db";

    @Override
    String freshDatabase() throws Exception {
        Path folder = Files.createTempDirectory(scratch, "data");
        SqliteStore.open(folder, InstantSource.system()).close();
        try (Connection connection = connect(folder);
                Statement statement = connection.createStatement()) {
            statement.execute(Books.BOOKING_TABLE);
        }
        return folder.toString();
    }

    private static Connection connect(Path folder) throws Exception {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(FILE));
    }

    /** A copy: opening the files themselves would replay their log and free their leases, which the next node must do. */
    @Override
    Books books(String target) throws Exception {
        Path copy = Files.createTempDirectory(scratch, "copy");
        for (String name : List.of(FILE, FILE + "-wal")) {
            Path file = Path.of(target, name);
            if (Files.exists(file)) {
                Files.copy(file, copy.resolve(name));
            }
        }
        return new Books(SqliteStore.open(copy, InstantSource.system()), connect(copy));
    }

    /** Longer than any test: what a dead process held must be free because it is dead. */
    @Override
    Duration lease() {
        return Duration.ofHours(1);
    }

    @Override
    Duration promise() {
        return Duration.ofSeconds(30);
    }
}
