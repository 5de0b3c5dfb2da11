package dev.surehook.testkit.outbox;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteRecoveryTest extends RecoveryContract {
    @TempDir
    Path folder;

    @Override
    String emptyPlace() {
        return folder.toString();
    }
}
