package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.store.EventLog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Lists and shows events. Lists walk the primary key downwards, so a page costs the same however far back it lies. Where
 * what is looked for may be rare, the walk goes in stretches and ends after a while, with the page that it has so far: an
 * index for it would be paid for by each event that is accepted.
 */
final class SqlEventLog {
    private static final String ATTEMPTS = """
            SELECT attempt, started_at, took_ms, outcome, detail FROM surehook_inbox_attempt WHERE id = ? ORDER BY attempt
            """;

    private static final String CONFLICTS = """
            SELECT body_sha256, first_at, last_at, times FROM surehook_inbox_conflict WHERE id = ? ORDER BY first_at
            """;

    /** Per lane the first due row that nobody has, each a key search; of a source's lanes the one that lags most. */
    private static final String BACKLOG = """
            SELECT s.name,
                   (SELECT count(*) FROM surehook_inbox_parked p WHERE p.source_id = s.id) AS parked,
                   min((SELECT r.due_at FROM surehook_inbox_ready r
                        WHERE r.lane_id = l.id AND r.lease_until <= ? ORDER BY r.id LIMIT 1)) AS ready_due,
                   min((SELECT min(t.due_at) FROM surehook_inbox_retry t
                        WHERE t.lane_id = l.id AND t.due_at <= ?)) AS retry_due
            FROM surehook_source s LEFT JOIN surehook_lane l ON l.source_id = s.id
            GROUP BY s.id, s.name ORDER BY s.name
            """;

    /** The least and the greatest number of an event; each a key search. */
    private static final String ENDS =
            "SELECT coalesce((SELECT min(id) FROM surehook_inbox_event), 1), coalesce((SELECT max(id) FROM surehook_inbox_event), 0)";

    private static final long FIRST_STRETCH = 10_000;
    /** How long a list goes on looking for what fills its page. */
    private static final Duration PATIENCE = Duration.ofMillis(250);

    private final Database database;
    private final SourceIds sources;

    SqlEventLog(Database database, SourceIds sources) {
        this.database = database;
        this.sources = sources;
    }

    EventLog.Page list(EventLog.Query query) {
        // What waits is found by the small tables of work, however rare it is.
        boolean inOneGo = query.state().map(EventState::isWaiting).orElse(false);
        Ends ends = database.read(SqlEventLog::ends);
        long enough = System.nanoTime() + PATIENCE.toNanos();
        long stretch = inOneGo ? Long.MAX_VALUE : FIRST_STRETCH;
        long below = query.before() > 0 ? Math.min(query.before(), ends.newest + 1) : ends.newest + 1;
        List<Numbered> found = new ArrayList<>();
        do {
            long above = Math.max(ends.oldest - 1, below - 1 - stretch);
            found.addAll(newestFirst(query.before(below).limit(query.limit() - found.size()), above));
            below = found.size() == query.limit() ? found.get(found.size() - 1).id() : above + 1;
            stretch *= 2;
        } while (found.size() < query.limit() && below > ends.oldest && System.nanoTime() < enough);
        List<EventLog.Summary> events = found.stream().map(Numbered::summary).toList();
        return new EventLog.Page(events, below > ends.oldest ? below : 0);
    }

    private static Ends ends(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(ENDS);
                ResultSet row = select.executeQuery()) {
            row.next();
            return new Ends(row.getLong(1), row.getLong(2));
        }
    }

    private List<Numbered> newestFirst(EventLog.Query query, long above) {
        return numbered(EventQuery.newestFirst(query, sourceIdOf(query), above));
    }

    List<Numbered> oldestFirst(EventLog.Query query) {
        return numbered(EventQuery.oldestFirst(query, sourceIdOf(query)));
    }

    private int sourceIdOf(EventLog.Query query) {
        return query.source().map(sources::idOf).orElse(0);
    }

    private List<Numbered> numbered(EventQuery query) {
        return database.read(connection -> {
            try (PreparedStatement select = query.prepare(connection);
                    ResultSet row = select.executeQuery()) {
                List<Numbered> found = new ArrayList<>();
                while (row.next()) {
                    found.add(new Numbered(row.getLong("id"), summary(row)));
                }
                return found;
            }
        });
    }

    Optional<EventLog.Detail> find(EventRef ref) {
        OptionalLong id = database.idOf(ref);
        return id.isEmpty() ? Optional.empty() : database.read(connection -> detail(connection, id.getAsLong()));
    }

    private static Optional<EventLog.Detail> detail(Connection connection, long id) throws SQLException {
        try (PreparedStatement select = EventQuery.one(connection, id);
                ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                return Optional.empty();
            }
            EventLog.Summary summary = summary(row);
            long erasedAt = row.getLong("erased_at");
            byte[] sha256 = row.getBytes("body_sha256");
            return Optional.of(new EventLog.Detail(
                    summary,
                    EventRows.event(row, summary.source()),
                    sha256 == null ? "" : HexFormat.of().formatHex(sha256),
                    erasedAt == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(erasedAt)),
                    attempts(connection, id),
                    conflicts(connection, id)));
        }
    }

    private static List<EventLog.AttemptRow> attempts(Connection connection, long id) throws SQLException {
        List<EventLog.AttemptRow> attempts = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(ATTEMPTS)) {
            select.setLong(1, id);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    attempts.add(new EventLog.AttemptRow(
                            row.getInt("attempt"),
                            Instant.ofEpochMilli(row.getLong("started_at")),
                            Duration.ofMillis(row.getLong("took_ms")),
                            row.getString("outcome"),
                            row.getString("detail")));
                }
            }
        }
        return attempts;
    }

    private static List<EventLog.Conflict> conflicts(Connection connection, long id) throws SQLException {
        List<EventLog.Conflict> conflicts = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(CONFLICTS)) {
            select.setLong(1, id);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    conflicts.add(new EventLog.Conflict(
                            HexFormat.of().formatHex(row.getBytes("body_sha256")),
                            Instant.ofEpochMilli(row.getLong("first_at")),
                            Instant.ofEpochMilli(row.getLong("last_at")),
                            row.getInt("times")));
                }
            }
        }
        return conflicts;
    }

    Map<SourceName, EventLog.Backlog> backlog() {
        return database.read(connection -> {
            long now = database.now(connection);
            Map<SourceName, EventLog.Backlog> backlog = new LinkedHashMap<>();
            try (PreparedStatement select = connection.prepareStatement(BACKLOG)) {
                select.setLong(1, now);
                select.setLong(2, now);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        backlog.put(
                                new SourceName(row.getString("name")),
                                new EventLog.Backlog(
                                        row.getLong("parked"),
                                        earlier(row.getLong("ready_due"), row.getLong("retry_due"))));
                    }
                }
            }
            return backlog;
        });
    }

    /** The earlier of two times, of which 0 means none. */
    private static Optional<Instant> earlier(long one, long other) {
        long first = one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
        return first == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(first));
    }

    private static EventLog.Summary summary(ResultSet row) throws SQLException {
        SourceName source = new SourceName(row.getString("source"));
        String eventId = row.getString("event_id");
        int finished = row.getInt("finished");
        int begun = Math.max(
                Math.max(row.getInt("ready_attempt"), row.getInt("retry_attempt")),
                Math.max(row.getInt("parked_attempt"), Math.max(row.getInt("blocked_attempt"), finished)));
        long retryAt = row.getLong("retry_at");
        return new EventLog.Summary(
                EventKey.of(source, eventId).ref(),
                source,
                eventId,
                row.getString("type"),
                Instant.ofEpochMilli(row.getLong("received_at")),
                row.getInt("size"),
                state(row, finished),
                begun,
                Optional.ofNullable(row.getString("reason")),
                retryAt == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(retryAt)));
    }

    private static EventState state(ResultSet row, int finished) throws SQLException {
        if (row.getBoolean("is_ready")) {
            return EventState.READY;
        }
        if (row.getBoolean("is_blocked")) {
            return EventState.BLOCKED;
        }
        if (row.getLong("retry_at") != 0) {
            return EventState.RETRYING;
        }
        if (row.getBoolean("is_parked")) {
            return EventState.PARKED;
        }
        return finished == 0 && row.getString("reason") != null ? EventState.IGNORED : EventState.PROCESSED;
    }

    private record Ends(long oldest, long newest) {}

    /** A summary with the store's own number of the event. */
    record Numbered(long id, EventLog.Summary summary) {}
}
