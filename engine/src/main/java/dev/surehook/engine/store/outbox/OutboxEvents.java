package dev.surehook.engine.store.outbox;

import dev.surehook.engine.outbox.DueDelivery.PublishedEvent;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Published events with all that is sent of them. */
final class OutboxEvents {
    private static final String EVENTS =
            "SELECT id, account_id, event_id, type, published_at, content_type, body FROM surehook_outbox_event WHERE id ";

    private final Dialect dialect;
    private final AccountIds accounts;

    OutboxEvents(Dialect dialect, AccountIds accounts) {
        this.dialect = dialect;
        this.accounts = accounts;
    }

    /** @param account its number */
    record Row(int account, PublishedEvent event) {}

    /** By number, in their order; those that are gone are left out. */
    Map<Long, Row> of(Connection connection, List<Long> ids) throws SQLException {
        Map<Long, Row> events = new LinkedHashMap<>();
        if (ids.isEmpty()) {
            return events;
        }
        try (PreparedStatement select =
                connection.prepareStatement(EVENTS + dialect.among(ids.size()) + " ORDER BY id")) {
            dialect.setAmong(select, 1, ids);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    int account = row.getInt(2);
                    events.put(
                            row.getLong(1),
                            new Row(
                                    account,
                                    new PublishedEvent(
                                            accounts.nameOf(connection, account),
                                            row.getString(3),
                                            row.getString(4),
                                            Instant.ofEpochMilli(row.getLong(5)),
                                            row.getString(6),
                                            row.getBytes(7))));
                }
            }
        }
        return events;
    }
}
