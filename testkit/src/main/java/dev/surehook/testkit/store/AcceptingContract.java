package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.EventLog.Query;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What a store promises about events that come in. */
public abstract class AcceptingContract extends StoreCase {
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

        store().append(List.of(none, much));

        assertThat(detail(none).event().body()).isEmpty();
        assertThat(detail(much).event().body()).isEqualTo(large);
    }

    @Test
    void a_repeat_is_a_duplicate_and_makes_no_second_work() {
        append(event(SHOP, "e1", "{}"));

        assertThat(append(event(SHOP, "e1", "{}"))).isEqualTo(Appended.DUPLICATE);

        assertThat(store().claim(SHOP, 10, LEASE)).hasSize(1);
        assertThat(store().list(Query.newest(10)).events()).hasSize(1);
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
                store().append(List.of(first, event(SHOP, "e1", "B"), event(SHOP, "e1", "A"), event(SHOP, "e2", "A")));

        assertThat(outcomes).containsExactly(Appended.STORED, Appended.CONFLICT, Appended.DUPLICATE, Appended.STORED);
        assertThat(detail(first).event().body()).isEqualTo("A".getBytes(StandardCharsets.UTF_8));
        assertThat(detail(first).conflicts()).hasSize(1);
        assertThat(store().claim(SHOP, 10, LEASE)).hasSize(2);
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
        assertThat(store().append(List.of(event(SHOP, "e1", "A"), event(DESK, "e1", "A"))))
                .containsExactly(Appended.STORED, Appended.STORED);

        assertThat(store().claim(SHOP, 10, LEASE)).hasSize(1);
        assertThat(store().claim(DESK, 10, LEASE)).hasSize(1);
    }

    @Test
    void C6_long_ids_are_told_apart_to_their_last_character() {
        List<String> ids = new ArrayList<>();
        for (int length : List.of(255, 300, 1_024, 8_000)) {
            ids.add("x".repeat(length - 1) + "1");
            ids.add("x".repeat(length - 1) + "2");
        }
        List<NewEvent> events = ids.stream().map(id -> event(SHOP, id, "{}")).toList();

        assertThat(store().append(events)).containsOnly(Appended.STORED);
        assertThat(store().append(events)).containsOnly(Appended.DUPLICATE);
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
        assertThat(store().claim(SHOP, 10, LEASE)).hasSize(1);
    }
}
