package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.EventRef;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;

/** A database as the shared statements see it. Thread-safe; failures come out as {@code StoreUnavailable}. */
public interface Database {

    Dialect dialect();

    /** Runs {@code work} on a connection for reading; it sees all that was committed before. */
    <T> T read(SqlWork<T> work);

    /** Runs {@code work} in one transaction, and again when others were in its way; when this returns, the commit is durable. */
    <T> T write(SqlWork<T> work);

    /** As {@link #write}, for work that must not run twice. */
    default <T> T writeOnce(SqlWork<T> work) {
        return write(work);
    }

    /** The time that leases and due times are counted in, milliseconds since 1970: one clock for all nodes. */
    long now(Connection connection) throws SQLException;

    /** The number of the event with this reference. */
    OptionalLong idOf(EventRef ref);

    /** Work on a connection. */
    @FunctionalInterface
    interface SqlWork<T> {
        T run(Connection connection) throws SQLException;
    }
}
