package dev.surehook.engine.store.outbox;

import java.sql.Connection;
import java.sql.SQLException;

/** What a transaction on queues begins with: its plans, and the time. */
@FunctionalInterface
interface Begin {
    long now(Connection connection) throws SQLException;
}
