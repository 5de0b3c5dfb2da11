package dev.surehook.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.Store;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A database as it stands now: its events, their attempts, and the bookings that the work has made. */
final class Books implements AutoCloseable {
    /** No unique constraint: a second run must be able to show. */
    static final String BOOKING_TABLE = "CREATE TABLE booking (event_id VARCHAR(100) NOT NULL)";

    private final CrashDatabase.Look look;
    private final Store store;
    private final Connection connection;

    Books(CrashDatabase.Look look) {
        this.look = look;
        this.store = look.store();
        this.connection = look.connection();
    }

    Optional<EventLog.Detail> event(String id) {
        return store.find(store.refOf(CrashNode.SOURCE.name(), id));
    }

    EventLog.Summary summary(String id) {
        return event(id)
                .orElseThrow(() -> new AssertionError(id + " is not stored"))
                .summary();
    }

    Map<String, Integer> bookings() throws SQLException {
        Map<String, Integer> bookings = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT event_id, count(*) FROM booking GROUP BY event_id")) {
            while (row.next()) {
                bookings.put(row.getString(1), row.getInt(2));
            }
        }
        return bookings;
    }

    Set<String> events() {
        return states().keySet();
    }

    /** How many attempts of {@code id} are on record or begun. */
    int attempts(String id) {
        return summary(id).attempts();
    }

    /**
     * The promise: each of {@code ids}, and nothing else, is stored, processed, and booked once. An attempt that was begun
     * and never finished leaves a gap in the numbers; only a death may do that, or a lease that ran out under a living
     * worker, who then said so.
     *
     * @return how many events have a gap before the attempt that processed them
     */
    int mustShowEachOnce(Set<String> ids, int deaths, Heard... nodes) throws SQLException {
        Map<String, EventState> states = states();
        assertThat(states.keySet()).as("what is stored").isEqualTo(ids);
        assertThat(states.values()).as("what became of it").containsOnly(EventState.PROCESSED);
        Map<String, Integer> once = new HashMap<>();
        ids.forEach(id -> once.put(id, 1));
        assertThat(bookings()).as("what is booked, and how often").isEqualTo(once);
        Map<String, Integer> attempts = processingAttempts();
        assertThat(attempts.keySet()).as("what has an attempt on record").isEqualTo(ids);
        int gaps = 0;
        for (String id : ids) {
            int unfinished = attempts.getOrDefault(id, 0) - 1;
            int explained = deaths;
            for (Heard node : nodes) {
                explained += Collections.frequency(node.lost(), id);
            }
            assertThat(unfinished)
                    .as("how often %s was begun without an end", id)
                    .isBetween(0, explained);
            gaps += unfinished > 0 ? 1 : 0;
        }
        return gaps;
    }

    /**
     * The numbers of the attempts on record, which must be one for each event. They are asked for beside the state, because
     * the state alone does not tell an event that was worked off from one that has lost its work.
     */
    private Map<String, Integer> processingAttempts() throws SQLException {
        Map<String, Integer> numbers = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT event_id, attempt, outcome FROM surehook_inbox_attempt a"
                        + " JOIN surehook_inbox_event e ON e.id = a.id")) {
            while (row.next()) {
                String id = row.getString(1);
                assertThat(numbers.put(id, row.getInt(2)))
                        .as("another attempt of %s on record", id)
                        .isNull();
                assertThat(row.getString(3)).as(id).isEqualTo("processed");
            }
        }
        return numbers;
    }

    /** Each stored event with its state. */
    private Map<String, EventState> states() {
        Map<String, EventState> states = new HashMap<>();
        long cursor = 0;
        do {
            EventLog.Page page = store.list(EventLog.Query.newest(500).before(cursor));
            for (EventLog.Summary event : page.events()) {
                assertThat(states.put(event.id(), event.state()))
                        .as("a second %s", event.id())
                        .isNull();
            }
            cursor = page.next();
        } while (cursor != 0);
        return states;
    }

    @Override
    public void close() throws SQLException {
        look.close();
    }
}
