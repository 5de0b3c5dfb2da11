package dev.surehook.server;

import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.postgresql.PostgresSettings;
import dev.surehook.engine.store.postgresql.PostgresStore;
import dev.surehook.engine.store.sqlite.SqliteStore;
import dev.surehook.server.settings.PostgresUrl;
import dev.surehook.server.settings.ServerSettings;
import dev.surehook.server.start.DataFolder;
import dev.surehook.signatures.Secret;
import java.time.InstantSource;
import java.util.Optional;

/** Opens the store that the settings ask for. */
final class Stores {
    private Stores() {}

    /** @throws dev.surehook.engine.store.StartFailure with one line */
    static Store open(ServerSettings settings, Optional<DataFolder> folder, InstantSource clock) {
        if (folder.isPresent()) {
            return SqliteStore.open(folder.get().path(), clock);
        }
        return postgres(PostgresUrl.of(settings.database()), settings.database().poolSize());
    }

    /** Where the events are, in words. */
    static String place(ServerSettings settings, Optional<DataFolder> folder) {
        return folder.map(embedded -> "SQLite in " + embedded.path())
                .orElseGet(() ->
                        "PostgreSQL at " + PostgresUrl.of(settings.database()).place());
    }

    private static Store postgres(PostgresUrl url, int poolSize) {
        return PostgresStore.open(
                new PostgresSettings(url.jdbcUrl(), url.user(), url.password().map(Secret::reveal), poolSize));
    }
}
