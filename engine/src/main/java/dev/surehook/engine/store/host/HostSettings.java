package dev.surehook.engine.store.host;

import java.time.InstantSource;

/**
 * How an application's database is used.
 *
 * @param schema who makes the tables
 * @param acceptUnsafe whether a database is used that may lose what it committed; it is warned of then
 * @param clock of leases and due times on SQLite and H2, which live in or beside one process; PostgreSQL and MariaDB
 *     have a clock of their own, the same for all nodes
 */
public record HostSettings(Schema schema, boolean acceptUnsafe, InstantSource clock) {

    /** Who makes the tables. */
    public enum Schema {
        /** The store makes or updates them when it is opened. */
        MIGRATE,
        /** The application does, with the script in the jar; the store looks whether they are there. */
        REQUIRE
    }
}
