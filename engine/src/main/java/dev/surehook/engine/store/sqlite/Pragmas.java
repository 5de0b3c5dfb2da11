package dev.surehook.engine.store.sqlite;

import java.nio.file.Path;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** How connections to the file are set up. */
final class Pragmas {
    /** How long a connection waits for a lock that another process holds: less than a request's patience. */
    private static final int BUSY_MS = 2_000;
    /** Pages of the key table that a writer keeps, KiB; used only as far as the table needs it. */
    private static final int WRITER_CACHE_KIB = 64 * 1_024;

    private static final int READER_CACHE_KIB = 2 * 1_024;

    private Pragmas() {}

    static SQLiteDataSource writer(Path file) {
        SQLiteConfig config = common();
        // Not IMMEDIATE: the driver begins the next transaction as soon as one ends, and would hold the lock for ever.
        config.setTransactionMode(SQLiteConfig.TransactionMode.DEFERRED);
        // FULL: in WAL mode it is what makes a commit survive a power cut, and a 2xx promises that.
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setCacheSize(-WRITER_CACHE_KIB);
        return source(file, config);
    }

    static SQLiteDataSource reader(Path file) {
        SQLiteConfig config = common();
        config.setCacheSize(-READER_CACHE_KIB);
        config.enforceForeignKeys(false);
        SQLiteDataSource source = source(file, config);
        source.setReadOnly(true);
        return source;
    }

    private static SQLiteConfig common() {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MS);
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        // Nobody asks for them, and the driver would look each insert over with a regular expression.
        config.setGetGeneratedKeys(false);
        return config;
    }

    private static SQLiteDataSource source(Path file, SQLiteConfig config) {
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        return source;
    }
}
