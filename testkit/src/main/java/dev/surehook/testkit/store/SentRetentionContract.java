package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.outbox.DeliveryEnd;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DueDelivery;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.Published;
import dev.surehook.engine.outbox.SendingLog.Cancel;
import dev.surehook.engine.outbox.SendingLog.Filter;
import dev.surehook.engine.outbox.SendingLog.Resend;
import dev.surehook.engine.profile.SendingProfile.Retention;
import dev.surehook.engine.retention.SentRetentionStore;
import dev.surehook.engine.retention.SentRetentionStore.Purged;
import dev.surehook.engine.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a store promises about what was sent long ago. */
public abstract class SentRetentionContract extends SendingContract {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Map<String, Retention> RULES =
            Map.of("standard", new Retention(DAY.multipliedBy(3), DAY.multipliedBy(2), DAY.multipliedBy(6)));
    private static final Duration TURN = Duration.ofMinutes(5);

    private SentRetentionStore retention() {
        return sending().retention();
    }

    /** As if so many days had gone by. */
    private Purged purge(int days) {
        return purge(retention(), days, 100);
    }

    private static Purged purge(SentRetentionStore store, int days, int limit) {
        Instant then = Instant.now().plus(DAY.multipliedBy(days)).plus(Duration.ofMinutes(1));
        int deliveries = 0;
        int events = 0;
        long from = 0;
        while (from != SentRetentionStore.DONE) {
            Purged step = store.purge(RULES, then, from, limit);
            deliveries += step.deliveries();
            events += step.events();
            from = step.next();
        }
        return new Purged(deliveries, events, from);
    }

    private boolean isThere(DeliveryRef ref) {
        return sending().log().delivery(ACME, ref).isPresent();
    }

    private boolean isThere(String id) {
        return sending().log().event(ACME, Publication.refOf(ACME, id)).isPresent();
    }

    private static DeliveryRef of(Map<String, DeliveryRef> refs, String id) {
        return Objects.requireNonNull(refs.get(id), id);
    }

    @Test
    void deliveries_go_by_how_they_ended_and_an_event_with_its_last_one() {
        endpoint();
        publish("done", "failed", "cancelled");
        Map<String, DeliveryRef> refs = new HashMap<>();
        for (DueDelivery due : claim()) {
            refs.put(due.event().id(), due.ref());
            finish(
                    due,
                    due.event().id().equals("done")
                            ? delivered()
                            : due.event().id().equals("failed") ? new DeliveryEnd.Failed("down", false) : retry());
        }
        assertThat(sending().log().cancel(ACME, of(refs, "cancelled"), "by hand"))
                .isEqualTo(Cancel.CANCELLED);

        assertThat(purge(1).isEmpty()).isTrue();
        assertThat(purge(2)).isEqualTo(new Purged(1, 1, SentRetentionStore.DONE));
        assertThat(isThere(of(refs, "cancelled"))).isFalse();
        assertThat(purge(3)).isEqualTo(new Purged(1, 1, SentRetentionStore.DONE));
        assertThat(isThere("done")).isFalse();
        assertThat(purge(5).isEmpty()).isTrue();
        assertThat(sending()
                        .log()
                        .delivery(ACME, of(refs, "failed"))
                        .orElseThrow()
                        .attempts())
                .hasSize(1);
        assertThat(purge(6)).isEqualTo(new Purged(1, 1, SentRetentionStore.DONE));
        assertThat(sending().log().deliveries(ACME, Filter.newest(10)).rows()).isEmpty();
        assertThat(sending().log().events(ACME, Filter.newest(10)).rows()).isEmpty();
    }

    @Test
    void an_event_keeps_its_body_while_one_endpoint_may_want_it() {
        endpoint();
        Endpoint other = endpoint(ACME, new EndpointDraft("https://acme.example/other"));
        publish("e1");
        List<DueDelivery> due = claim();
        assertThat(due).hasSize(2);
        DeliveryRef waits = null;
        for (DueDelivery delivery : due) {
            boolean isOther = delivery(delivery.ref()).endpoint().equals(other.ref());
            finish(delivery, isOther ? retry() : delivered());
            waits = isOther ? delivery.ref() : waits;
        }

        assertThat(purge(400)).isEqualTo(new Purged(1, 0, SentRetentionStore.DONE));
        assertThat(isThere("e1")).isTrue();
        assertThat(sending().log().deliveries(ACME, Filter.newest(10)).rows())
                .singleElement()
                .satisfies(left -> assertThat(left.endpoint()).isEqualTo(other.ref()));
        assertThat(isThere(Objects.requireNonNull(waits))).isTrue();
    }

    @Test
    void what_waits_or_is_kept_for_an_endpoint_that_is_off_stays_however_old_it_is() {
        Endpoint endpoint = endpoint();
        publish("kept");
        status(endpoint, EndpointStatus.DISABLED);
        endpoint(ACME, new EndpointDraft("https://acme.example/second"));
        publish("waits");
        sending().publish(List.of(event(ACME, "not-given-out", "order.paid")));

        assertThat(purge(4_000).isEmpty()).isTrue();
        assertThat(isThere("kept")).isTrue();
        assertThat(isThere("waits")).isTrue();
        assertThat(isThere("not-given-out")).isTrue();
    }

    @Test
    void an_event_that_no_endpoint_wanted_goes_and_its_id_stays_taken() {
        endpoints().open(ACME, "standard");
        publish("e1");

        assertThat(purge(2).isEmpty()).isTrue();
        assertThat(purge(3)).isEqualTo(new Purged(0, 1, SentRetentionStore.DONE));

        assertThat(isThere("e1")).isFalse();
        assertThat(sending().publish(List.of(event(ACME, "e1", "order.paid"), event(ACME, "e1", "order.lost"))))
                .containsExactly(Published.REPEATED, Published.CONFLICT);
        assertThat(sending().fanOut(10)).as("nothing is sent again").isZero();
    }

    @Test
    void accounts_of_a_profile_that_this_node_does_not_know_are_left_alone() {
        endpoints().open(ACME, "another");
        publish("e1");

        assertThat(purge(4_000).isEmpty()).isTrue();
    }

    @Test
    void a_purge_in_steps_finds_all_and_a_step_is_small() {
        for (int i = 0; i < 6; i++) {
            endpoint(ACME, new EndpointDraft("https://acme.example/" + i));
        }
        List<Publication> events = new ArrayList<>();
        for (int i = 0; i < 210; i++) {
            events.add(event(ACME, "e" + i, "order.paid"));
        }
        sending().publish(events);
        sending().fanOut(500);
        for (List<DueDelivery> due = claim(); !due.isEmpty(); due = claim()) {
            sending().finish(due.stream().map(one -> end(one, delivered())).toList());
        }

        Instant then = Instant.now().plus(DAY.multipliedBy(4));
        Purged first = retention().purge(RULES, then, 0, 100);
        assertThat(first.deliveries()).isBetween(1, 500);
        assertThat(first.next()).isNotEqualTo(SentRetentionStore.DONE);
        assertThat(purge(retention(), 4, 7))
                .isEqualTo(new Purged(1_260 - first.deliveries(), 210 - first.events(), SentRetentionStore.DONE));
    }

    @Test
    void one_that_is_resent_at_the_same_moment_is_sent_or_gone_and_never_half_there() throws Exception {
        endpoint();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            ids.add("e" + i);
        }
        publish(ids.toArray(String[]::new));
        List<DeliveryRef> refs = new ArrayList<>();
        for (List<DueDelivery> due = claim(); !due.isEmpty(); due = claim()) {
            due.forEach(one -> refs.add(one.ref()));
            sending().finish(due.stream().map(one -> end(one, delivered())).toList());
        }
        Store other = anotherNode();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        int queued = 0;
        try {
            Callable<Integer> resend = () -> {
                int count = 0;
                for (DeliveryRef ref : refs) {
                    count += sending().log().resend(ACME, ref, 0) == Resend.QUEUED ? 1 : 0;
                }
                return count;
            };
            Callable<Integer> purge =
                    () -> purge(other.sending().retention(), 4, 3).deliveries();
            List<Future<Integer>> both = threads.invokeAll(List.of(resend, purge), 60, TimeUnit.SECONDS);
            queued = both.get(0).get();
            assertThat(queued + both.get(1).get()).isEqualTo(60);
        } finally {
            threads.shutdownNow();
            closeUnlessOwn(other);
        }
        int sent = 0;
        for (List<DueDelivery> due = claim(); !due.isEmpty(); due = claim()) {
            sent += due.size();
            sending().finish(due.stream().map(one -> end(one, delivered())).toList());
        }
        assertThat(sent).isEqualTo(queued);
    }

    @Test
    void one_node_has_the_turn_and_after_it_all_rest() throws Exception {
        SentRetentionStore mine = retention();
        Store other = anotherNode();
        try {
            SentRetentionStore theirs = other.sending().retention();
            assertThat(mine.takeTurn("a", TURN)).isTrue();
            assertThat(theirs.takeTurn("b", TURN)).isFalse();
            assertThat(mine.takeTurn("a", TURN)).as("keeps it").isTrue();
            theirs.leaveTurn("b", Duration.ZERO);
            assertThat(theirs.takeTurn("b", TURN)).as("not b's to leave").isFalse();

            mine.leaveTurn("a", TURN);
            assertThat(mine.takeTurn("a", TURN)).as("rests").isFalse();
            assertThat(theirs.takeTurn("b", TURN)).isFalse();
        } finally {
            closeUnlessOwn(other);
        }
    }

    @Test
    void the_turn_of_a_node_that_died_is_free_when_its_time_is_over() {
        assertThat(retention().takeTurn("a", Duration.ZERO)).isTrue();
        assertThat(retention().takeTurn("b", TURN)).isTrue();
        retention().leaveTurn("b", Duration.ZERO);
        assertThat(retention().takeTurn("c", TURN)).isTrue();
    }
}
