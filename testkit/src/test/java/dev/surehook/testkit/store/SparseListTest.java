package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.EventLog.Query;
import dev.surehook.engine.store.host.HostSettings;
import dev.surehook.engine.store.host.HostStore;
import dev.surehook.signatures.Headers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists over numbers that are far apart, so that the walk takes many stretches and most of them are empty. */
class SparseListTest {
    private static final SourceName SHOP = new SourceName("shop");
    private static final int EVENTS = 120;
    private static final int RARE = 17;

    @TempDir
    Path folder;

    private HikariDataSource pool;
    private HostStore store;

    @BeforeEach
    void open() throws Exception {
        pool = Pools.of("jdbc:sqlite:" + folder.resolve("app.db") + "?journal_mode=WAL&synchronous=FULL");
        store = HostStore.open(pool, new HostSettings(HostSettings.Schema.MIGRATE, false, InstantSource.system()));
        for (int i = 1; i <= EVENTS; i++) {
            String type = i % RARE == 0 ? "rare" : "usual";
            Event event = new Event(SHOP, "e" + i, type, Instant.now(), Headers.empty(), new byte[] {'{', '}'});
            store.append(List.of(NewEvent.of(event, i % 2 == 0 ? Optional.of("of no use") : Optional.empty())));
        }
        // Gaps of ever other sizes, up to more than the first stretches.
        for (String table : List.of("surehook_inbox_event", "surehook_inbox_ready")) {
            execute("UPDATE " + table + " SET id = -(id * 4001 + id * id * 13 + (id / 40) * 90000000)");
            execute("UPDATE " + table + " SET id = -id");
        }
    }

    @AfterEach
    void close() {
        store.close();
        pool.close();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> walk(Query query) throws SQLException {
        List<String> ids = new ArrayList<>();
        long before = 0;
        int pages = 0;
        do {
            EventLog.Page page = store.list(query.before(before));
            page.events().forEach(event -> ids.add(event.id()));
            assertThat(page.events()).hasSizeLessThanOrEqualTo(query.limit());
            assertThat(before == 0 || page.next() < before).as("goes down").isTrue();
            before = page.next();
            assertThat(++pages).isLessThan(1_000);
        } while (before != 0);
        return ids;
    }

    private static Query of(String type, int limit) {
        return new Query(
                Optional.of(SHOP), Optional.empty(), Optional.of(type), Optional.empty(), Optional.empty(), 0, limit);
    }

    private static List<String> every(int step, int from, int to) {
        List<String> ids = new ArrayList<>();
        for (int i = from; i >= to; i--) {
            if (i % step == 0) {
                ids.add("e" + i);
            }
        }
        return ids;
    }

    @Test
    void every_event_is_shown_once_whatever_the_size_of_the_pages() throws Exception {
        for (int limit : List.of(1, 2, 7, 60, 119, 120, 121, 500)) {
            assertThat(walk(Query.newest(limit))).as("limit %s", limit).isEqualTo(every(1, EVENTS, 1));
            assertThat(walk(of("rare", limit))).as("limit %s", limit).isEqualTo(every(RARE, EVENTS, 1));
            assertThat(walk(Query.newest(limit).in(EventState.IGNORED))).isEqualTo(every(2, EVENTS, 1));
            assertThat(walk(Query.newest(limit).in(EventState.READY))).hasSize(EVENTS / 2);
        }
    }

    @Test
    void a_purge_between_two_pages_takes_away_what_it_purged_and_nothing_else() throws Exception {
        EventLog.Page first = store.list(of("rare", 2));
        assertThat(first.events()).extracting(EventLog.Summary::id).containsExactly("e119", "e102");

        execute(
                "DELETE FROM surehook_inbox_event WHERE event_id IN ('e102', 'e85') OR CAST(substr(event_id, 2) AS int) < 40");

        List<String> left = new ArrayList<>();
        for (long next = first.next(); next != 0; ) {
            EventLog.Page page = store.list(of("rare", 2).before(next));
            page.events().forEach(event -> left.add(event.id()));
            next = page.next();
        }
        assertThat(left).containsExactly("e68", "e51");
        execute("DELETE FROM surehook_inbox_event");
        assertThat(store.list(of("rare", 2).before(first.next()))).isEqualTo(new EventLog.Page(List.of(), 0));
    }

    @Test
    void a_cursor_that_is_none_begins_at_the_newest_and_one_below_all_ends() {
        for (long before : List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE)) {
            assertThat(store.list(Query.newest(1).before(before)).events())
                    .as("before %s", before)
                    .extracting(EventLog.Summary::id)
                    .containsExactly("e120");
        }
        assertThat(store.list(Query.newest(1).before(1))).isEqualTo(new EventLog.Page(List.of(), 0));
    }
}
