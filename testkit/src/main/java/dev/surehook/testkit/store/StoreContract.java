package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.retention.RetentionStore;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.EventLog.Query;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.EffectFailed;
import dev.surehook.engine.work.Finish;
import dev.surehook.signatures.Headers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a store promises. A subclass brings an empty store, a way to open it again, and a way to let time pass. */
@SuppressWarnings("NullAway.Init")
public abstract class StoreContract {
    protected static final SourceName SHOP = new SourceName("shop");
    protected static final SourceName DESK = new SourceName("desk");
    protected static final Duration LEASE = Duration.ofSeconds(30);

    private Store store;

    /** A store without events. */
    protected abstract Store openEmpty() throws Exception;

    /** The same database again, after {@link Store#close()}. */
    protected abstract Store reopen() throws Exception;

    /** Makes leases and due times older by {@code time}. */
    protected abstract void pass(Duration time) throws Exception;

    @BeforeEach
    void open() throws Exception {
        store = openEmpty();
    }

    @AfterEach
    void close() {
        store.close();
    }

    protected final Store store() {
        return store;
    }

    protected static NewEvent event(SourceName source, String id, String body) {
        return event(source, id, body.getBytes(StandardCharsets.UTF_8), Optional.empty());
    }

    private static NewEvent event(SourceName source, String id, byte[] body, Optional<String> ignored) {
        Headers headers = Headers.of("Content-Type", "application/json", "X-Two", "a", "x-two", "b: c");
        Instant receivedAt = Instant.ofEpochMilli(Instant.now().toEpochMilli());
        return NewEvent.of(new Event(source, id, "order.paid", receivedAt, headers, body), ignored);
    }

    private Appended append(NewEvent event) {
        return store.append(List.of(event)).get(0);
    }

    private Claimed claimOne() {
        List<Claimed> claimed = store.claim(SHOP, 10, LEASE);
        assertThat(claimed).hasSize(1);
        return claimed.get(0);
    }

    private boolean finish(Claimed work, Finish.Next next) {
        Finish finish = new Finish(work.lease(), Instant.now(), Duration.ofMillis(7), next, "HTTP 200");
        return store.finish(List.of(finish)).get(0);
    }

    private EventLog.Detail detail(NewEvent event) {
        return store.find(event.key().ref()).orElseThrow();
    }

    @Test
    void a_stored_event_comes_back_with_the_same_bytes_and_headers() {
        byte[] body = new byte[256];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) i;
        }
        NewEvent added = event(SHOP, "e1", body, Optional.empty());

        assertThat(append(added)).isInstanceOf(Appended.Stored.class);

        EventLog.Detail found = detail(added);
        assertThat(found.event().body()).isEqualTo(body);
        assertThat(found.event().headers()).isEqualTo(added.event().headers());
        assertThat(found.event().id()).isEqualTo("e1");
        assertThat(found.event().receivedAt()).isEqualTo(added.event().receivedAt());
        assertThat(found.summary().size()).isEqualTo(256);
        assertThat(found.summary().state()).isEqualTo(EventState.READY);
        assertThat(claimOne().event().body()).isEqualTo(body);
    }

    @Test
    void an_empty_body_and_one_of_a_mebibyte_are_bodies_too() {
        byte[] large = new byte[1 << 20];
        large[77] = -1;
        NewEvent none = event(SHOP, "none", new byte[0], Optional.empty());
        NewEvent much = event(SHOP, "much", large, Optional.empty());

        store.append(List.of(none, much));

        assertThat(detail(none).event().body()).isEmpty();
        assertThat(detail(much).event().body()).isEqualTo(large);
    }

    @Test
    void a_repeat_is_a_duplicate_and_makes_no_second_work() {
        append(event(SHOP, "e1", "{}"));

        assertThat(append(event(SHOP, "e1", "{}"))).isEqualTo(Appended.DUPLICATE);

        assertThat(store.claim(SHOP, 10, LEASE)).hasSize(1);
        assertThat(store.list(Query.newest(10)).events()).hasSize(1);
    }

    @Test
    void C5_another_body_under_the_same_id_leaves_the_first_and_is_on_record() {
        NewEvent first = event(SHOP, "e1", "A");
        NewEvent other = event(SHOP, "e1", "B");
        append(first);

        assertThat(append(other)).isEqualTo(Appended.CONFLICT);
        assertThat(append(other)).isEqualTo(Appended.CONFLICT);

        EventLog.Detail found = detail(first);
        assertThat(found.event().body()).isEqualTo("A".getBytes(StandardCharsets.UTF_8));
        assertThat(found.conflicts()).singleElement().satisfies(conflict -> {
            assertThat(conflict.sha256())
                    .isEqualTo(java.util.HexFormat.of().formatHex(other.bodySha256()))
                    .isNotEqualTo(found.sha256());
            assertThat(conflict.times()).isEqualTo(2);
        });
    }

    @Test
    void C5_both_bodies_in_one_batch_are_told_apart_as_well() {
        NewEvent first = event(SHOP, "e1", "A");

        List<Appended> outcomes =
                store.append(List.of(first, event(SHOP, "e1", "B"), event(SHOP, "e1", "A"), event(SHOP, "e2", "A")));

        assertThat(outcomes).containsExactly(Appended.STORED, Appended.CONFLICT, Appended.DUPLICATE, Appended.STORED);
        assertThat(detail(first).event().body()).isEqualTo("A".getBytes(StandardCharsets.UTF_8));
        assertThat(detail(first).conflicts()).hasSize(1);
        assertThat(store.claim(SHOP, 10, LEASE)).hasSize(2);
    }

    @Test
    void C5_bodies_without_end_under_one_id_are_counted_up_to_a_bound() {
        NewEvent first = event(SHOP, "e1", "A");
        append(first);
        for (int i = 0; i < 120; i++) {
            assertThat(append(event(SHOP, "e1", "B" + i))).isEqualTo(Appended.CONFLICT);
        }
        append(event(SHOP, "e1", "B0"));

        assertThat(detail(first).conflicts()).hasSize(100);
        assertThat(detail(first).conflicts())
                .extracting(EventLog.Conflict::times)
                .contains(2);
    }

    @Test
    void C4_the_same_id_from_two_sources_is_two_events() {
        assertThat(store.append(List.of(event(SHOP, "e1", "A"), event(DESK, "e1", "A"))))
                .containsExactly(Appended.STORED, Appended.STORED);

        assertThat(store.claim(SHOP, 10, LEASE)).hasSize(1);
        assertThat(store.claim(DESK, 10, LEASE)).hasSize(1);
    }

    @Test
    void C6_long_ids_are_told_apart_to_their_last_character() {
        List<String> ids = new ArrayList<>();
        for (int length : List.of(255, 300, 1_024, 8_000)) {
            ids.add("x".repeat(length - 1) + "1");
            ids.add("x".repeat(length - 1) + "2");
        }
        List<NewEvent> events = ids.stream().map(id -> event(SHOP, id, "{}")).toList();

        assertThat(store.append(events)).containsOnly(Appended.STORED);
        assertThat(store.append(events)).containsOnly(Appended.DUPLICATE);
        assertThat(events)
                .allSatisfy(added -> assertThat(detail(added).event().id())
                        .isEqualTo(added.event().id()));
    }

    @Test
    void C1_copies_that_come_at_the_same_moment_are_stored_once() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Callable<Appended>> copies = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                copies.add(() -> append(event(SHOP, "same", "{}")));
            }
            List<Appended> outcomes = new ArrayList<>();
            for (Future<Appended> outcome : threads.invokeAll(copies)) {
                outcomes.add(outcome.get());
            }
            assertThat(outcomes).filteredOn(Appended.STORED::equals).hasSize(1);
            assertThat(outcomes).filteredOn(Appended.DUPLICATE::equals).hasSize(49);
        } finally {
            threads.shutdownNow();
        }
        assertThat(store.claim(SHOP, 10, LEASE)).hasSize(1);
    }

    @Test
    void a_claimed_event_is_nobody_elses_until_its_lease_ends() throws Exception {
        append(event(SHOP, "e1", "{}"));
        Claimed first = claimOne();
        assertThat(first.lease().attempt()).isEqualTo(1);

        assertThat(store.claim(SHOP, 10, LEASE)).isEmpty();

        pass(LEASE.plusSeconds(1));
        Claimed second = claimOne();
        assertThat(second.lease().attempt()).isEqualTo(2);
        assertThat(finish(first, new Finish.Processed())).isFalse();
        assertThat(detail(event(SHOP, "e1", "{}")).attempts()).isEmpty();
        assertThat(finish(second, new Finish.Processed())).isTrue();
        assertThat(detail(event(SHOP, "e1", "{}")).attempts())
                .extracting(EventLog.AttemptRow::number)
                .containsExactly(2);
    }

    @Test
    void claims_at_the_same_moment_never_share_an_event() throws Exception {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            events.add(event(SHOP, "e" + i, "{}"));
        }
        store.append(events);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<List<Claimed>>> claims = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                claims.add(() -> store.claim(SHOP, 10, LEASE));
            }
            List<Long> ids = new ArrayList<>();
            for (Future<List<Claimed>> claimed : threads.invokeAll(claims)) {
                claimed.get().forEach(work -> ids.add(work.lease().id()));
            }
            assertThat(ids).doesNotHaveDuplicates();
            store.claim(SHOP, 200, LEASE).forEach(work -> ids.add(work.lease().id()));
            assertThat(ids).hasSize(200).doesNotHaveDuplicates();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void finished_work_is_processed_and_its_attempt_is_on_record() {
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);

        assertThat(finish(claimOne(), new Finish.Processed())).isTrue();

        EventLog.Detail found = detail(added);
        assertThat(found.summary().state()).isEqualTo(EventState.PROCESSED);
        assertThat(found.summary().attempts()).isEqualTo(1);
        assertThat(found.attempts()).singleElement().satisfies(attempt -> {
            assertThat(attempt.outcome()).isEqualTo("processed");
            assertThat(attempt.detail()).isEqualTo("HTTP 200");
            assertThat(attempt.took()).isEqualTo(Duration.ofMillis(7));
        });
        assertThat(store.claim(SHOP, 10, LEASE)).isEmpty();
    }

    private static void book(Connection connection, String id) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS booking (event_id varchar(100) NOT NULL)");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO booking (event_id) VALUES (?)")) {
            insert.setString(1, id);
            insert.executeUpdate();
        }
    }

    private int bookings(String id) {
        append(event(DESK, "look " + id, "{}"));
        List<Integer> count = new ArrayList<>();
        Claimed look = store.claim(DESK, 1, LEASE).get(0);
        store.finish(new Finish(look.lease(), Instant.now(), Duration.ZERO, new Finish.Processed(), ""), connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE IF NOT EXISTS booking (event_id varchar(100) NOT NULL)");
            }
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT count(*) FROM booking WHERE event_id = ?")) {
                select.setString(1, id);
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    count.add(row.getInt(1));
                }
            }
        });
        return count.get(0);
    }

    private static Finish processed(Claimed work) {
        return new Finish(work.lease(), Instant.now(), Duration.ofMillis(3), new Finish.Processed(), "");
    }

    @Test
    void an_effect_in_the_same_database_commits_with_the_processed_mark() {
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);

        assertThat(store.finish(processed(claimOne()), connection -> book(connection, "e1")))
                .isTrue();

        assertThat(detail(added).summary().state()).isEqualTo(EventState.PROCESSED);
        assertThat(bookings("e1")).isEqualTo(1);
    }

    @Test
    void an_effect_that_throws_leaves_nothing_and_the_event_stays_with_its_worker() {
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);
        Claimed work = claimOne();

        assertThatThrownBy(() -> store.finish(processed(work), connection -> {
                    book(connection, "e1");
                    throw new IllegalStateException("the till is closed");
                }))
                .isInstanceOf(EffectFailed.class)
                .hasRootCauseMessage("the till is closed");

        assertThat(bookings("e1")).isZero();
        assertThat(detail(added).summary().state()).isEqualTo(EventState.READY);
        assertThat(finish(work, new Finish.Retry(Duration.ofSeconds(10)))).isTrue();
    }

    @Test
    void a_worker_that_lost_its_lease_has_no_effect() throws Exception {
        append(event(SHOP, "e1", "{}"));
        Claimed late = claimOne();
        pass(LEASE.plusSeconds(1));
        Claimed owner = claimOne();

        assertThat(store.finish(processed(late), connection -> book(connection, "e1")))
                .isFalse();
        assertThat(store.finish(processed(owner), connection -> book(connection, "e1")))
                .isTrue();

        assertThat(bookings("e1")).isEqualTo(1);
    }

    @Test
    void a_retry_comes_when_its_time_has_come() throws Exception {
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);
        finish(claimOne(), new Finish.Retry(Duration.ofMinutes(5)));

        assertThat(detail(added).summary().state()).isEqualTo(EventState.RETRYING);
        assertThat(detail(added).summary().nextAttemptAt()).isPresent();
        assertThat(detail(added).summary().reason()).contains("HTTP 200");
        assertThat(store.claim(SHOP, 10, LEASE)).isEmpty();

        pass(Duration.ofMinutes(5));
        assertThat(claimOne().lease().attempt()).isEqualTo(2);
    }

    @Test
    void parked_work_rests_until_it_is_replayed_with_a_new_budget() {
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);
        finish(claimOne(), new Finish.Park("410 Gone"));
        assertThat(detail(added).summary().state()).isEqualTo(EventState.PARKED);
        assertThat(detail(added).summary().reason()).contains("410 Gone");
        assertThat(store.claim(SHOP, 10, LEASE)).isEmpty();
        assertThat(store.backlog().get(SHOP))
                .isNotNull()
                .extracting(EventLog.Backlog::parked)
                .isEqualTo(1L);

        assertThat(store.replay(added.key().ref())).isEqualTo(EventLog.Replay.QUEUED);
        assertThat(store.replay(added.key().ref())).isEqualTo(EventLog.Replay.ALREADY_WAITING);

        Claimed again = claimOne();
        assertThat(again.lease().attempt()).isEqualTo(2);
        assertThat(again.lease().attemptOfRun()).isEqualTo(1);
        finish(again, new Finish.Processed());
        assertThat(detail(added).attempts()).hasSize(2);
    }

    @Test
    void a_processed_event_can_be_replayed_and_a_retry_brought_forward() {
        NewEvent done = event(SHOP, "done", "{}");
        append(done);
        finish(claimOne(), new Finish.Processed());
        assertThat(store.replay(done.key().ref())).isEqualTo(EventLog.Replay.QUEUED);
        finish(claimOne(), new Finish.Retry(Duration.ofHours(2)));

        assertThat(store.replay(done.key().ref())).isEqualTo(EventLog.Replay.QUEUED);

        assertThat(claimOne().lease().attempt()).isEqualTo(3);
    }

    @Test
    void old_work_is_found_behind_thousands_of_newer_events() {
        NewEvent old = event(SHOP, "old", "{}");
        append(old);
        finish(claimOne(), new Finish.Processed());
        for (int batch = 0; batch < 24; batch++) {
            List<NewEvent> events = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                events.add(event(SHOP, "e" + batch + "-" + i, "{}"));
            }
            store.append(events);
            List<Claimed> work = store.claim(SHOP, 500, LEASE);
            store.finish(work.stream().map(StoreContract::processed).toList());
        }

        store.replay(old.key().ref());

        assertThat(claimOne().event().id()).isEqualTo("old");
    }

    @Test
    void many_are_replayed_by_what_they_have_in_common() {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            events.add(event(SHOP, "e" + i, "{}"));
        }
        store.append(events);
        for (List<Claimed> work = store.claim(SHOP, 64, LEASE); !work.isEmpty(); work = store.claim(SHOP, 64, LEASE)) {
            store.finish(work.stream()
                    .map(claimed ->
                            new Finish(claimed.lease(), Instant.now(), Duration.ZERO, new Finish.Park("down"), "down"))
                    .toList());
        }
        append(event(DESK, "other", "{}"));

        assertThat(store.replayAll(Query.newest(10).in(EventState.PARKED).of(DESK), 1_000))
                .isZero();
        assertThat(store.replayAll(Query.newest(10).in(EventState.PARKED).of(SHOP), 120))
                .isEqualTo(120);
        assertThat(store.replayAll(Query.newest(10).in(EventState.PARKED).of(SHOP), 1_000))
                .isEqualTo(130);
        assertThat(store.claim(SHOP, 300, LEASE)).hasSize(250);
    }

    @Test
    void C15_an_ignored_event_is_kept_with_its_reason_and_can_be_worked_off_later() {
        NewEvent added = event(SHOP, "e1", "{}".getBytes(StandardCharsets.UTF_8), Optional.of("type not wanted"));
        append(added);
        assertThat(store.claim(SHOP, 10, LEASE)).isEmpty();
        assertThat(detail(added).summary().state()).isEqualTo(EventState.IGNORED);
        assertThat(detail(added).summary().reason()).contains("type not wanted");

        assertThat(store.replay(added.key().ref())).isEqualTo(EventLog.Replay.QUEUED);

        finish(claimOne(), new Finish.Processed());
        assertThat(detail(added).summary().state()).isEqualTo(EventState.PROCESSED);
    }

    @Test
    void waiting_work_can_be_parked_and_its_worker_then_finishes_in_vain() {
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);
        Claimed work = claimOne();

        assertThat(store.park(added.key().ref(), "stop it")).isTrue();

        assertThat(finish(work, new Finish.Processed())).isFalse();
        assertThat(detail(added).summary().state()).isEqualTo(EventState.PARKED);
        assertThat(store.park(added.key().ref(), "twice")).isFalse();
    }

    @Test
    void an_erased_event_keeps_its_id_but_nothing_of_its_payload() {
        NewEvent added = event(SHOP, "e1", "{\"secret\":1}");
        append(added);

        assertThat(store.erase(added.key().ref())).isTrue();

        EventLog.Detail found = detail(added);
        assertThat(found.event().body()).isEmpty();
        assertThat(found.event().headers().lines()).isEmpty();
        assertThat(found.sha256()).isEmpty();
        assertThat(found.erasedAt()).isPresent();
        assertThat(found.summary().state()).isEqualTo(EventState.PARKED);
        assertThat(store.replay(added.key().ref())).isEqualTo(EventLog.Replay.ERASED);
        assertThat(append(added)).isEqualTo(Appended.DUPLICATE);
    }

    @Test
    void F7_pages_show_each_event_once_while_others_arrive() {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            events.add(event(SHOP, "e" + i, "{}"));
        }
        store.append(events);
        Set<String> seen = new HashSet<>();
        EventLog.Page page = store.list(Query.newest(5));
        int pages = 1;
        while (true) {
            page.events().forEach(summary -> assertThat(seen.add(summary.id())).isTrue());
            if (page.next() == 0) {
                break;
            }
            append(event(SHOP, "late" + pages++, "{}"));
            page = store.list(Query.newest(5).before(page.next()));
        }
        assertThat(seen).hasSize(12).doesNotContain("late1");
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void lists_are_narrowed_by_state_source_and_time() {
        NewEvent ready = event(SHOP, "ready", "{}");
        append(event(SHOP, "done", "{}"));
        finish(claimOne(), new Finish.Processed());
        append(event(SHOP, "parked", "{}"));
        finish(claimOne(), new Finish.Park("x"));
        append(event(SHOP, "retrying", "{}"));
        finish(claimOne(), new Finish.Retry(Duration.ofHours(1)));
        append(ready);
        append(event(DESK, "ignored", new byte[0], Optional.of("nobody")));

        for (EventState state : EventState.values()) {
            String expected = state == EventState.PROCESSED ? "done" : state.label();
            assertThat(store.list(Query.newest(10).in(state)).events())
                    .as(state.label())
                    .extracting(EventLog.Summary::id)
                    .containsExactly(expected);
        }
        assertThat(store.list(Query.newest(10).of(DESK)).events())
                .extracting(EventLog.Summary::id)
                .containsExactly("ignored");
        Instant later = Instant.now().plusSeconds(60);
        assertThat(store.list(new Query(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of("order.paid"),
                                Optional.of(later),
                                Optional.empty(),
                                0,
                                10))
                        .events())
                .isEmpty();
    }

    @Test
    void C14_F5_a_purge_takes_old_finished_events_and_spares_work_and_keys() {
        NewEvent done = event(SHOP, "done", "{}");
        append(done);
        finish(claimOne(), new Finish.Processed());
        NewEvent retrying = event(SHOP, "retrying", "{}");
        append(retrying);
        finish(claimOne(), new Finish.Retry(Duration.ofHours(1)));
        NewEvent waiting = event(SHOP, "waiting", "{}");
        append(waiting);
        NewEvent foreign = event(DESK, "foreign", new byte[0], Optional.of("nobody"));
        append(foreign);
        Instant cutoff = Instant.now().plus(Duration.ofDays(2));

        int purged = 0;
        for (long from = 0; from != RetentionStore.DONE; ) {
            RetentionStore.Purged step = store.purge(SHOP, cutoff, from, 2);
            purged += step.events();
            from = step.next();
            store.reclaim();
        }

        assertThat(purged).isEqualTo(1);
        assertThat(store.find(done.key().ref())).isEmpty();
        assertThat(store.list(Query.newest(10)).events())
                .extracting(EventLog.Summary::id)
                .containsExactly("foreign", "waiting", "retrying");
        assertThat(append(done)).isEqualTo(Appended.DUPLICATE);
        assertThat(claimOne().event().id()).isEqualTo("waiting");
    }

    @Test
    void everything_is_there_after_a_restart() throws Exception {
        NewEvent done = event(SHOP, "done", "{}");
        append(done);
        finish(claimOne(), new Finish.Processed());
        NewEvent claimed = event(SHOP, "claimed", "{}");
        append(claimed);
        claimOne();
        store.close();

        store = reopen();

        assertThat(append(done)).isEqualTo(Appended.DUPLICATE);
        assertThat(append(event(SHOP, "new", "{}"))).isEqualTo(Appended.STORED);
        pass(LEASE.plusSeconds(1));
        assertThat(store.claim(SHOP, 10, LEASE))
                .extracting(work -> work.event().id() + " " + work.lease().attempt())
                .containsExactly("claimed 2", "new 1");
    }

    @Test
    void the_number_of_a_purged_event_is_never_given_again() throws Exception {
        NewEvent done = event(SHOP, "done", "{}");
        append(done);
        finish(claimOne(), new Finish.Processed());
        store.purge(SHOP, Instant.now().plus(Duration.ofDays(2)), 0, 10);
        store.close();
        store = reopen();

        NewEvent next = event(SHOP, "next", "{}");
        append(next);

        assertThat(detail(next).attempts()).isEmpty();
        assertThat(detail(next).summary().state()).isEqualTo(EventState.READY);
        assertThat(store.find(done.key().ref())).isEmpty();
    }

    @Test
    void the_oldest_due_event_tells_how_far_work_lags() throws Exception {
        append(event(SHOP, "e1", "{}"));
        assertThat(oldestDue()).isPresent();

        finish(claimOne(), new Finish.Retry(Duration.ofMinutes(10)));
        assertThat(oldestDue()).isEmpty();

        pass(Duration.ofMinutes(11));
        assertThat(oldestDue()).isPresent();
    }

    private Optional<Instant> oldestDue() {
        EventLog.Backlog backlog = store.backlog().get(SHOP);
        assertThat(backlog).isNotNull();
        return java.util.Objects.requireNonNull(backlog).oldestDue();
    }

    @Test
    void settings_are_kept_and_set_once() {
        assertThat(store.setting("answer")).isEmpty();
        assertThat(store.settingOrElse("answer", "42")).isEqualTo("42");
        assertThat(store.settingOrElse("answer", "43")).isEqualTo("42");
        assertThat(store.setting("answer")).contains("42");
        store.probe();
    }

    @Test
    void an_unknown_reference_is_nothing() {
        var ref = EventKey.of(SHOP, "never seen").ref();

        assertThat(store.find(ref)).isEmpty();
        assertThat(store.replay(ref)).isEqualTo(EventLog.Replay.NOT_FOUND);
        assertThat(store.erase(ref)).isFalse();
        assertThat(store.park(ref, "x")).isFalse();
    }
}
