package dev.surehook.testkit.outbox;

import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.postgresql.PostgresSettings;
import dev.surehook.engine.store.postgresql.PostgresStore;
import dev.surehook.testkit.store.TestPostgres;
import org.jspecify.annotations.Nullable;

class PostgresSendingTest extends SendingContract {
    private @Nullable PostgresSettings settings;

    @Override
    Store openEmpty() throws Exception {
        settings = TestPostgres.freshDatabase();
        return reopen();
    }

    @Override
    Store reopen() {
        return PostgresStore.open(java.util.Objects.requireNonNull(settings));
    }
}
