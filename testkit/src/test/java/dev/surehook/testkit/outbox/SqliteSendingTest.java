package dev.surehook.testkit.outbox;

import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class SqliteSendingTest extends SendingContract {
    @TempDir
    Path folder;

    @Override
    Store openEmpty() {
        return reopen();
    }

    @Override
    Store reopen() {
        return SqliteStore.open(folder, InstantSource.system());
    }
}
