package dev.surehook.engine.store.sqlite;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.outbox.SendingStore;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.store.outbox.SqlSending;
import dev.surehook.engine.store.sql.Dialect;
import dev.surehook.engine.store.sql.Migrations;
import dev.surehook.engine.store.sql.SqlStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import org.sqlite.SQLiteDataSource;

/** The embedded store: {@code surehook.db} in a data folder that one process owns. */
public final class SqliteStore extends SqlStore {
    private static final String FILE = "surehook.db";
    /** Keys that wait to be sorted in: about 25 MiB of memory at the most. */
    private static final int MERGE_AT = 400_000;

    private final FolderLock lock;
    private final SqliteDatabase database;
    private final SqlSending sending;

    private SqliteStore(FolderLock lock, SqliteDatabase database) {
        super(database);
        this.lock = lock;
        this.database = database;
        this.sending = new SqlSending(database, this::reclaim);
    }

    /**
     * Opens the store, making or updating its tables.
     *
     * @param clock for leases and due times; one process owns the file, so its clock is the store's
     * @throws StartFailure when the folder cannot be used
     */
    public static SqliteStore open(Path folder, InstantSource clock) {
        return open(folder, clock, MERGE_AT);
    }

    static SqliteStore open(Path folder, InstantSource clock, int mergeAt) {
        FolderLock lock = FolderLock.take(folder);
        SqliteDatabase database = null;
        try {
            Path file = folder.resolve(FILE);
            prepare(file);
            database = new SqliteDatabase(file, clock, mergeAt);
            SqliteStore store = new SqliteStore(lock, database);
            store.resume();
            return store;
        } catch (SQLException | RuntimeException e) {
            if (database != null) {
                database.close();
            }
            lock.close();
            if (e instanceof StartFailure failure) {
                throw failure;
            }
            throw new StartFailure(
                    "the database in " + folder + " cannot be opened (" + e.getMessage()
                            + "): check that the disk has room and the file is a Surehook database",
                    e);
        }
    }

    private static void prepare(Path file) throws SQLException {
        SQLiteDataSource source = Pragmas.writer(file);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            // Has an effect before the first table only; without it, a purge could never make the file smaller.
            statement.execute("PRAGMA auto_vacuum = INCREMENTAL");
        }
        Migrations.run(source, Dialect.SQLITE);
    }

    /** Whoever held a lease or was sending is gone: one process owns the file. */
    private void resume() {
        database.write(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE surehook_inbox_ready SET lease_until = 0 WHERE lease_until <> 0");
                statement.executeUpdate("UPDATE surehook_endpoint_lane SET next_due = 0 WHERE endpoint_id IN"
                        + " (SELECT endpoint_id FROM surehook_delivery_queue WHERE busy_until <> 0)");
                return statement.executeUpdate(
                        "UPDATE surehook_delivery_queue SET busy_until = 0 WHERE busy_until <> 0");
            }
        });
    }

    @Override
    public List<Appended> append(List<NewEvent> events) {
        Appender.Ids ids = new Appender.Ids(sources(), lanes());
        ids.require(events);
        Appender.Batch batch = database.writer()
                .inTransaction(
                        open -> open.appender().append(events, ids),
                        (open, done) -> open.appender().committed(done, database.tail()));
        database.writer().wrote(bytes(events));
        return batch.outcomes();
    }

    /** About what the batch adds to the log: its rows, and the pages that every transaction touches. */
    private static long bytes(List<NewEvent> events) {
        long bytes = 16 * 1_024;
        for (NewEvent event : events) {
            bytes += event.event().body().length + 512;
        }
        return bytes;
    }

    @Override
    public void reclaim() {
        database.writer().onTurn(open -> {
            try (Statement statement = open.connection().createStatement()) {
                statement.execute("PRAGMA incremental_vacuum(200)");
            }
            open.connection().commit();
            return true;
        });
    }

    /** Overwrites what it frees, and empties the log, so that the payload cannot be read from the files any more. */
    @Override
    public boolean erase(EventRef ref) {
        secureDelete("ON");
        try {
            boolean erased = super.erase(ref);
            database.checkpoints().emptyLog();
            return erased;
        } finally {
            secureDelete("OFF");
        }
    }

    private void secureDelete(String value) {
        database.writer().onTurn(open -> {
            try (Statement statement = open.connection().createStatement()) {
                statement.execute("PRAGMA secure_delete = " + value);
            }
            open.connection().commit();
            return true;
        });
    }

    /** Lets the file grow to so many pages at the most, as a full disk would; for tests. */
    void limitPages(int pages) {
        database.writer().onTurn(open -> {
            try (Statement statement = open.connection().createStatement()) {
                statement.execute("PRAGMA max_page_count = " + pages);
            }
            open.connection().commit();
            return true;
        });
    }

    @Override
    public SendingStore sending() {
        return sending;
    }

    @Override
    public String kind() {
        return Dialect.SQLITE.label();
    }

    @Override
    public void close() {
        try {
            database.close();
        } catch (StoreUnavailable e) {
            // All that was promised is committed.
        } finally {
            lock.close();
        }
    }
}
