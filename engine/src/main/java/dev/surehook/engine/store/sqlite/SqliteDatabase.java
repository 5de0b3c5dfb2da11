package dev.surehook.engine.store.sqlite;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.store.sql.Database;
import dev.surehook.engine.store.sql.Dialect;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.OptionalLong;
import org.sqlite.SQLiteDataSource;

/** One SQLite file: its writer, its readers, and the threads that look after it. */
final class SqliteDatabase implements Database, AutoCloseable {
    private static final int READERS = 4;

    private static final String KEY_RANGE = "SELECT id FROM surehook_inbox_key WHERE key >= ? AND key <= ? LIMIT 1";

    private final InstantSource clock;
    private final KeyTail tail = new KeyTail();
    private final SqliteWriter writer;
    private final HikariDataSource readers;
    private final Checkpoints checkpoints;
    private final KeyMerge merge;

    SqliteDatabase(Path file, InstantSource clock, int mergeAt) {
        this.clock = clock;
        SQLiteDataSource writing = Pragmas.writer(file);
        this.writer = new SqliteWriter(writing, tail);
        this.readers = readers(file);
        this.checkpoints = new Checkpoints(writing, writer);
        this.merge = new KeyMerge(this, tail, mergeAt);
    }

    private static HikariDataSource readers(Path file) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("surehook-sqlite-readers");
        config.setDataSource(Pragmas.reader(file));
        config.setReadOnly(true);
        config.setMaximumPoolSize(READERS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(2_500);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    SqliteWriter writer() {
        return writer;
    }

    Checkpoints checkpoints() {
        return checkpoints;
    }

    KeyTail tail() {
        return tail;
    }

    @Override
    public <T> T read(SqlWork<T> work) {
        try (Connection connection = readers.getConnection()) {
            return work.run(connection);
        } catch (SQLException e) {
            throw new StoreUnavailable("SQLite cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public <T> T write(SqlWork<T> work) {
        T result = writer.write(work);
        writer.wrote(SMALL_WRITE_BYTES);
        return result;
    }

    /** About what a small transaction adds to the log. */
    private static final long SMALL_WRITE_BYTES = 16 * 1_024;

    @Override
    public long now(Connection connection) {
        return clock.millis();
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    /** The tail first: a merge adds to the table before it takes from the tail. */
    @Override
    public OptionalLong idOf(EventRef ref) {
        long inTail = tail.get(ref.high(), ref.low());
        if (inTail != KeyTail.NONE) {
            return OptionalLong.of(inTail);
        }
        return read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(KEY_RANGE)) {
                select.setBytes(1, EventKey.lowest(ref).bytes());
                select.setBytes(2, EventKey.highest(ref).bytes());
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
                }
            }
        });
    }

    @Override
    public void close() {
        merge.close();
        checkpoints.close();
        // The writer last: the last connection moves the log into the file and removes it, and a reader may not.
        readers.close();
        writer.close();
    }
}
