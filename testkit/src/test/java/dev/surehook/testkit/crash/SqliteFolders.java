package dev.surehook.testkit.crash;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Data folders of the server. */
record SqliteFolders(Path scratch) implements CrashDatabase {

    @Override
    public String fresh() throws Exception {
        return CrashDatabase.made(Files.createTempDirectory(scratch, "data").toString());
    }

    /** A copy: opening the files themselves would replay their log and free their leases, which the next node must do. */
    @Override
    public Look look(String target) throws Exception {
        Path copy = Files.createTempDirectory(scratch, "copy");
        for (String name : List.of(SQLITE_FILE, SQLITE_FILE + "-wal")) {
            Path file = Path.of(target, name);
            if (Files.exists(file)) {
                Files.copy(file, copy.resolve(name));
            }
        }
        return CrashDatabase.seen(copy.toString());
    }
}
