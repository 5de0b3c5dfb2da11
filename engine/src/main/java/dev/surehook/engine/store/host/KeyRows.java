package dev.surehook.engine.store.host;

import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Adds deduplication keys in the transaction that stores their events. A key that another transaction is adding is waited
 * for: when that one commits, the key is no longer new.
 */
interface KeyRows {

    /**
     * @param keys in order, so that two transactions with the same keys cannot wait for each other
     * @return the numbers of those that are new
     */
    Map<EventKey, Long> add(Connection connection, List<EventKey> keys) throws SQLException;

    static KeyRows of(Dialect dialect) {
        return switch (dialect) {
            case MARIADB -> new MariaDbKeyRows();
            case H2 -> new H2KeyRows();
            case SQLITE -> new SqliteKeyRows();
            case POSTGRESQL -> throw new IllegalArgumentException("PostgreSQL has an append of its own");
        };
    }
}
