package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.retention.RetentionStore;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.EventLog.Query;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What a store promises: all of accepting and working off, and what is here about looking and steering. A subclass brings an
 * empty store, a way to open it again, and a way to let time pass.
 */
public abstract class StoreContract extends EndpointEditContract {
    @Test
    void parked_work_rests_until_it_is_replayed_with_a_new_budget() {
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);
        finish(claimOne(), new Finish.Park("410 Gone"));
        assertThat(detail(added).summary().state()).isEqualTo(EventState.PARKED);
        assertThat(detail(added).summary().reason()).contains("410 Gone");
        assertThat(store().claim(SHOP, 10, LEASE)).isEmpty();
        assertThat(store().backlog().get(SHOP))
                .isNotNull()
                .extracting(EventLog.Backlog::parked)
                .isEqualTo(1L);

        assertThat(store().replay(added.key().ref())).isEqualTo(EventLog.Replay.QUEUED);
        assertThat(store().replay(added.key().ref())).isEqualTo(EventLog.Replay.ALREADY_WAITING);

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
        assertThat(store().replay(done.key().ref())).isEqualTo(EventLog.Replay.QUEUED);
        finish(claimOne(), new Finish.Retry(Duration.ofHours(2)));

        assertThat(store().replay(done.key().ref())).isEqualTo(EventLog.Replay.QUEUED);

        assertThat(claimOne().lease().attempt()).isEqualTo(3);
    }

    @Test
    void many_are_replayed_by_what_they_have_in_common() {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            events.add(event(SHOP, "e" + i, "{}"));
        }
        store().append(events);
        for (List<Claimed> work = store().claim(SHOP, 64, LEASE);
                !work.isEmpty();
                work = store().claim(SHOP, 64, LEASE)) {
            store().finish(work.stream()
                    .map(claimed ->
                            new Finish(claimed.lease(), Instant.now(), Duration.ZERO, new Finish.Park("down"), "down"))
                    .toList());
        }
        append(event(DESK, "other", "{}"));

        assertThat(store().replayAll(Query.newest(10).in(EventState.PARKED).of(DESK), 1_000))
                .isZero();
        assertThat(store().replayAll(Query.newest(10).in(EventState.PARKED).of(SHOP), 120))
                .isEqualTo(120);
        assertThat(store().replayAll(Query.newest(10).in(EventState.PARKED).of(SHOP), 1_000))
                .isEqualTo(130);
        assertThat(store().claim(SHOP, 300, LEASE)).hasSize(250);
    }

    @Test
    void C15_an_ignored_event_is_kept_with_its_reason_and_can_be_worked_off_later() {
        NewEvent added = event(SHOP, "e1", "{}".getBytes(StandardCharsets.UTF_8), Optional.of("type not wanted"));
        append(added);
        assertThat(store().claim(SHOP, 10, LEASE)).isEmpty();
        assertThat(detail(added).summary().state()).isEqualTo(EventState.IGNORED);
        assertThat(detail(added).summary().reason()).contains("type not wanted");

        assertThat(store().replay(added.key().ref())).isEqualTo(EventLog.Replay.QUEUED);

        finish(claimOne(), new Finish.Processed());
        assertThat(detail(added).summary().state()).isEqualTo(EventState.PROCESSED);
    }

    @Test
    void waiting_work_can_be_parked_and_its_worker_then_finishes_in_vain() {
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);
        Claimed work = claimOne();

        assertThat(store().park(added.key().ref(), "stop it")).isTrue();

        assertThat(finish(work, new Finish.Processed())).isFalse();
        assertThat(detail(added).summary().state()).isEqualTo(EventState.PARKED);
        assertThat(store().park(added.key().ref(), "twice")).isFalse();
    }

    @Test
    void a_list_finds_the_rare_behind_many_others_and_says_where_to_go_on() {
        NewEvent rare = event(DESK, "rare", "{}");
        append(rare);
        for (int from = 0; from < 10_500; from += 500) {
            store().append(IntStream.range(from, from + 500)
                    .mapToObj(i -> event(SHOP, "e" + i, "{}"))
                    .toList());
        }

        List<String> found = new ArrayList<>();
        Query query = Query.newest(10).of(DESK);
        EventLog.Page page = store().list(query);
        page.events().forEach(event -> found.add(event.id()));
        while (page.next() != 0) {
            assertThat(page.events()).hasSizeLessThanOrEqualTo(1);
            page = store().list(query.before(page.next()));
            page.events().forEach(event -> found.add(event.id()));
        }
        assertThat(found).containsExactly("rare");
        assertThat(store().list(Query.newest(10).of(DESK).in(EventState.READY)).events())
                .as("what waits needs no walk")
                .hasSize(1);
    }

    @Test
    void an_erased_event_keeps_its_id_but_nothing_of_its_payload() {
        NewEvent added = event(SHOP, "e1", "{\"secret\":1}");
        append(added);

        assertThat(store().erase(added.key().ref())).isTrue();

        EventLog.Detail found = detail(added);
        assertThat(found.event().body()).isEmpty();
        assertThat(found.event().headers().lines()).isEmpty();
        assertThat(found.sha256()).isEmpty();
        assertThat(found.erasedAt()).isPresent();
        assertThat(found.summary().state()).isEqualTo(EventState.PARKED);
        assertThat(store().replay(added.key().ref())).isEqualTo(EventLog.Replay.ERASED);
        assertThat(append(added)).isEqualTo(Appended.DUPLICATE);
    }

    @Test
    void F7_pages_show_each_event_once_while_others_arrive() {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            events.add(event(SHOP, "e" + i, "{}"));
        }
        store().append(events);
        Set<String> seen = new HashSet<>();
        EventLog.Page page = store().list(Query.newest(5));
        int pages = 1;
        while (true) {
            page.events().forEach(summary -> assertThat(seen.add(summary.id())).isTrue());
            if (page.next() == 0) {
                break;
            }
            append(event(SHOP, "late" + pages++, "{}"));
            page = store().list(Query.newest(5).before(page.next()));
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
        LaneKey lane = new LaneKey(SHOP, "orders");
        append(inOrder(lane, "retrying", "c1"));
        append(inOrder(lane, "blocked", "c1"));
        finish(store().claim(lane, 1, LEASE).get(0), new Finish.Retry(Duration.ofHours(1)));
        append(ready);
        append(event(DESK, "ignored", new byte[0], Optional.of("nobody")));

        for (EventState state : EventState.values()) {
            String expected = state == EventState.PROCESSED ? "done" : state.label();
            assertThat(store().list(Query.newest(10).in(state)).events())
                    .as(state.label())
                    .extracting(EventLog.Summary::id)
                    .containsExactly(expected);
        }
        assertThat(store().list(Query.newest(10).of(DESK)).events())
                .extracting(EventLog.Summary::id)
                .containsExactly("ignored");
        Instant later = Instant.now().plusSeconds(60);
        assertThat(store().list(new Query(
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
            RetentionStore.Purged step = store().purge(SHOP, cutoff, from, 2);
            purged += step.events();
            from = step.next();
            store().reclaim();
        }

        assertThat(purged).isEqualTo(1);
        assertThat(store().find(done.key().ref())).isEmpty();
        assertThat(store().list(Query.newest(10)).events())
                .extracting(EventLog.Summary::id)
                .containsExactly("foreign", "waiting", "retrying");
        assertThat(append(done)).isEqualTo(Appended.DUPLICATE);
        assertThat(claimOne().event().id()).isEqualTo("waiting");
    }

    @Test
    void the_number_of_a_purged_event_is_never_given_again() throws Exception {
        NewEvent done = event(SHOP, "done", "{}");
        append(done);
        finish(claimOne(), new Finish.Processed());
        store().purge(SHOP, Instant.now().plus(Duration.ofDays(2)), 0, 10);
        restart();

        NewEvent next = event(SHOP, "next", "{}");
        append(next);

        assertThat(detail(next).attempts()).isEmpty();
        assertThat(detail(next).summary().state()).isEqualTo(EventState.READY);
        assertThat(store().find(done.key().ref())).isEmpty();
    }

    @Test
    void settings_are_kept_and_set_once() {
        assertThat(store().setting("answer")).isEmpty();
        assertThat(store().settingOrElse("answer", "42")).isEqualTo("42");
        assertThat(store().settingOrElse("answer", "43")).isEqualTo("42");
        assertThat(store().setting("answer")).contains("42");
        store().probe();
    }

    @Test
    void an_unknown_reference_is_nothing() {
        var ref = EventKey.of(SHOP, "never seen").ref();

        assertThat(store().find(ref)).isEmpty();
        assertThat(store().replay(ref)).isEqualTo(EventLog.Replay.NOT_FOUND);
        assertThat(store().erase(ref)).isFalse();
        assertThat(store().park(ref, "x")).isFalse();
    }
}
