package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.HeaderCodec;
import dev.surehook.engine.event.SourceName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rows of surehook_inbox_event as events. */
final class EventRows {
    private EventRows() {}

    /** The events with these numbers; those that are gone are left out. */
    static Map<Long, Event> events(Connection connection, SourceName source, List<Long> ids) throws SQLException {
        String marks = String.join(", ", Collections.nCopies(ids.size(), "?"));
        String sql = "SELECT id, event_id, type, received_at, headers, body FROM surehook_inbox_event WHERE id IN ("
                + marks + ")";
        Map<Long, Event> events = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (int i = 0; i < ids.size(); i++) {
                select.setLong(i + 1, ids.get(i));
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    events.put(row.getLong("id"), event(row, source));
                }
            }
        }
        return events;
    }

    static Event event(ResultSet row, SourceName source) throws SQLException {
        return new Event(
                source,
                row.getString("event_id"),
                row.getString("type"),
                Instant.ofEpochMilli(row.getLong("received_at")),
                HeaderCodec.decode(row.getBytes("headers")),
                row.getBytes("body"));
    }
}
