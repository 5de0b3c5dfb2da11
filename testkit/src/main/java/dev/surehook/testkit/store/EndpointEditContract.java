package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.endpoint.Edited;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointEdit;
import dev.surehook.engine.endpoint.EndpointEdit.Effects;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointSecret;
import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.engine.endpoint.Rotation;
import dev.surehook.engine.outbox.DeliveryEnd;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.DueDelivery;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.SendingLog;
import dev.surehook.engine.outbox.SendingLog.Delivery;
import dev.surehook.engine.outbox.SendingLog.Filter;
import dev.surehook.engine.outbox.SendingLog.Resend;
import dev.surehook.engine.profile.SendingProfile.SuspensionRule;
import dev.surehook.engine.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a store promises about edits of endpoints. */
public abstract class EndpointEditContract extends SentRetentionContract {
    private static final Effects CANCELS = new Effects(true, true, false);
    private static final Effects REFUSES = new Effects(false, false, true);

    private static EndpointDraft draft(String url, String... types) {
        return new EndpointDraft(url, "", List.of(types), Optional.empty(), Map.of(), LaneLimits.STANDARD);
    }

    private Edited<Endpoint> edit(Endpoint endpoint, EndpointDraft draft, Effects effects) {
        return endpoints().edit(ACME, endpoint.ref(), new EndpointEdit(draft, OptionalLong.empty(), effects));
    }

    private void moves(Endpoint endpoint) {
        assertThat(edit(endpoint, draft("https://acme.example/new"), CANCELS)).isInstanceOf(Edited.Done.class);
    }

    private void publishAs(String type, String id) {
        sending().publish(List.of(event(ACME, id, type)));
        sending().fanOut(100);
    }

    private List<Delivery> cancelled() {
        return sending()
                .log()
                .deliveries(ACME, Filter.newest(500).in(DeliveryState.CANCELLED))
                .rows();
    }

    private Resend resend(DeliveryRef ref) {
        return sending().log().resend(ACME, ref, 0);
    }

    @Test
    void another_url_ends_what_waits_and_what_failed_for_good() {
        Endpoint endpoint = endpoint();
        publish("failed");
        DueDelivery failed = claimOnly("failed");
        finish(failed, new DeliveryEnd.Failed("down", false));
        publish("retrying");
        finish(claimOnly("retrying"), retry());
        publish("waiting", "done");
        for (DueDelivery due : claim()) {
            if (due.event().id().equals("done")) {
                finish(due, delivered());
            } else {
                finish(due, retry());
            }
        }

        moves(endpoint);

        assertThat(cancelled())
                .extracting(Delivery::eventId)
                .containsExactlyInAnyOrder("failed", "retrying", "waiting");
        assertThat(cancelled()).allSatisfy(one -> {
            assertThat(one.reason()).contains("its endpoint's URL changed");
            assertThat(one.attempts()).isEqualTo(1);
            assertThat(resend(one.ref())).isEqualTo(Resend.WITHDRAWN);
        });
        publish("after");
        claimOnly("after");
    }

    @Test
    void what_was_kept_for_an_endpoint_that_is_off_ends_with_its_url() {
        Endpoint endpoint = endpoint();
        publish("kept");
        status(endpoint, EndpointStatus.DISABLED);

        moves(endpoint);
        status(endpoint, EndpointStatus.ACTIVE);

        assertThat(states()).containsExactly(DeliveryState.CANCELLED);
        assertThat(resend(cancelled().get(0).ref())).isEqualTo(Resend.WITHDRAWN);
    }

    @Test
    void an_edit_of_something_else_or_by_another_profile_ends_nothing() {
        Endpoint endpoint = endpoint();
        publish("e1");
        String url = endpoint.draft().url();

        assertThat(edit(
                        endpoint,
                        new EndpointDraft(url, "mine", List.of(), Optional.empty(), Map.of(), LaneLimits.STANDARD),
                        CANCELS))
                .isInstanceOf(Edited.Done.class);
        assertThat(edit(endpoint, draft("https://acme.example/new", "none"), Effects.NONE))
                .isInstanceOf(Edited.Done.class);

        claimOnly("e1");
    }

    @Test
    void a_type_that_is_not_wanted_any_more_ends_its_deliveries_and_no_others() {
        Endpoint endpoint = endpoint(ACME, draft("https://acme.example/hook", "order.*", "mail.sent"));
        publishAs("order.paid", "o1");
        publishAs("mail.sent", "m1");
        publishAs("order.lost", "o2");
        assertThat(sending().publishTo(endpoint.ref(), event(ACME, "t1", "webhook.test")))
                .isPresent();

        assertThat(edit(endpoint, draft("https://acme.example/hook", "order.paid"), CANCELS))
                .isInstanceOf(Edited.Done.class);

        assertThat(cancelled()).extracting(Delivery::eventId).containsExactlyInAnyOrder("m1", "o2");
        assertThat(cancelled())
                .allSatisfy(one -> assertThat(one.reason()).contains("its endpoint does not want this type any more"));
        assertThat(claim()).extracting(due -> due.event().id()).containsExactlyInAnyOrder("o1", "t1");
    }

    @Test
    void an_attempt_under_way_ends_by_itself_and_is_not_made_again() {
        Endpoint endpoint = endpoint();
        publish("good", "bad");
        List<DueDelivery> due = claim();

        moves(endpoint);

        assertThat(states()).containsOnly(DeliveryState.SENDING);
        assertThat(sending().claim(10, 10, BUSY, Set.of())).isEmpty();
        for (DueDelivery one : due) {
            assertThat(finish(one, one.event().id().equals("good") ? delivered() : retry()))
                    .isTrue();
        }
        assertThat(states()).containsExactlyInAnyOrder(DeliveryState.DELIVERED, DeliveryState.CANCELLED);
        DeliveryRef bad = cancelled().get(0).ref();
        assertThat(sending().log().delivery(ACME, bad).orElseThrow().attempts()).hasSize(1);
        assertThat(resend(bad)).isEqualTo(Resend.WITHDRAWN);
        assertThat(endpoints().lane(ACME, endpoint.ref()).orElseThrow().failuresInARow())
                .as("the old URL's failure is not the new one's")
                .isZero();
        publish("after");
        claimOnly("after");
    }

    @Test
    void an_attempt_under_way_that_gets_lost_is_not_made_at_the_new_url() throws Exception {
        Endpoint endpoint = endpoint();
        publish("e1");
        DueDelivery lost = claimOnly("e1");

        moves(endpoint);
        sending().sweep();
        assertThat(states()).containsExactly(DeliveryState.SENDING);
        pass(BUSY.plusSeconds(1));
        assertThat(claim()).isEmpty();
        sending().sweep();

        assertThat(states()).containsExactly(DeliveryState.CANCELLED);
        assertThat(finish(lost, delivered())).isFalse();
        publish("after");
        claimOnly("after");
    }

    @Test
    void an_old_endpoint_that_is_gone_does_not_switch_the_new_one_off() {
        Endpoint endpoint = endpoint();
        publish("e1");
        DueDelivery due = claimOnly("e1");

        moves(endpoint);
        finish(due, new DeliveryEnd.Failed("410", true));

        assertThat(endpoints().endpoint(ACME, endpoint.ref()).orElseThrow().status())
                .isEqualTo(EndpointStatus.ACTIVE);
        assertThat(states()).containsExactly(DeliveryState.CANCELLED);
    }

    @Test
    void thousands_are_ended_in_steps_and_what_is_published_afterwards_is_not() throws Exception {
        Endpoint endpoint = endpoint(ACME, limited(new LaneLimits(100, 0, false)));
        List<Publication> events = new ArrayList<>();
        for (int i = 0; i < 1_700; i++) {
            events.add(event(ACME, "e" + i, "order.paid"));
        }
        sending().publish(events);
        int given = 0;
        while (given < 1_700) {
            given += sending().fanOut(500);
        }
        for (int i = 0; i < 7; i++) {
            sending().finish(claim().stream().map(EndpointEditContract::givenUp).toList());
        }

        moves(endpoint);
        pass(Duration.ofMillis(5));
        publish("after");

        claimOnly("after");
        assertThat(sending()
                        .log()
                        .deliveries(ACME, Filter.newest(500).in(DeliveryState.FAILED))
                        .rows())
                .isEmpty();
        int ended = 0;
        Optional<String> next = Optional.empty();
        do {
            Filter filter = Filter.newest(500).in(DeliveryState.CANCELLED);
            SendingLog.Page<Delivery> page =
                    sending().log().deliveries(ACME, next.map(filter::from).orElse(filter));
            ended += page.rows().size();
            next = page.next();
        } while (next.isPresent());
        assertThat(ended).isEqualTo(1_700);
    }

    /** Without a rest of the endpoint. */
    private static DeliveryEnd givenUp(DueDelivery due) {
        DeliveryEnd end = end(due, new DeliveryEnd.Failed("down", false));
        return new DeliveryEnd(
                due,
                end.startedAt(),
                end.took(),
                end.next(),
                end.status(),
                end.detail(),
                end.request(),
                end.answer(),
                new SuspensionRule(0, Duration.ofMinutes(1), Duration.ofMinutes(1)));
    }

    @Test
    void a_pause_outlives_an_edit_that_goes_in_steps() {
        Endpoint endpoint = endpoint();
        List<Publication> events = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            events.add(event(ACME, "e" + i, "order.paid"));
        }
        sending().publish(events);
        sending().fanOut(500);
        sending().fanOut(500);
        status(endpoint, EndpointStatus.PAUSED);

        moves(endpoint);
        publish("after");
        assertThat(claim()).isEmpty();
        status(endpoint, EndpointStatus.ACTIVE);
        assertThat(claim())
                .extracting(due -> due.event().id())
                .contains("after")
                .hasSizeLessThan(10);
    }

    @Test
    void an_edit_and_a_new_secret_are_refused_while_an_attempt_is_under_way() {
        Endpoint endpoint = endpoint();
        publish("e1");
        DueDelivery due = claimOnly("e1");
        Rotation rotation = new Rotation(version -> "sealed " + version, Duration.ZERO, true);

        Edited<Endpoint> refused = edit(endpoint, draft("https://acme.example/new"), REFUSES);
        assertThat(refused)
                .isInstanceOfSatisfying(
                        Edited.InFlight.class,
                        busy -> assertThat(busy.until())
                                .isBefore(Instant.now().plus(BUSY).plusSeconds(60)));
        assertThat(endpoints().rotate(ACME, endpoint.ref(), rotation)).isInstanceOf(Edited.InFlight.class);
        assertThat(endpoints().endpoint(ACME, endpoint.ref())).contains(endpoint);

        finish(due, delivered());
        assertThat(edit(endpoint, draft("https://acme.example/new"), REFUSES)).isInstanceOf(Edited.Done.class);
        assertThat(endpoints().rotate(ACME, endpoint.ref(), rotation)).isInstanceOf(Edited.Done.class);
        assertThat(endpoints().secret(ACME, endpoint.ref()).map(EndpointSecret::sealed))
                .contains("sealed 2");
        assertThat(endpoints().secret(OTHER, endpoint.ref())).isEmpty();
    }

    @Test
    void an_edit_of_a_version_that_is_gone_changes_nothing() throws Exception {
        Endpoint endpoint = endpoint();
        EndpointEdit mine =
                new EndpointEdit(draft("https://acme.example/mine"), OptionalLong.of(endpoint.version()), Effects.NONE);
        Store other = anotherNode();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Edited<Endpoint>>> edits = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Store node = i % 2 == 0 ? store() : other;
                edits.add(() -> node.sending().endpoints().edit(ACME, endpoint.ref(), mine));
            }
            int done = 0;
            for (Future<Edited<Endpoint>> edited : threads.invokeAll(edits, 60, TimeUnit.SECONDS)) {
                if (edited.get() instanceof Edited.Done) {
                    done++;
                } else {
                    assertThat(edited.get()).isInstanceOf(Edited.OtherVersion.class);
                }
            }
            assertThat(done).isEqualTo(1);
        } finally {
            threads.shutdownNow();
            closeUnlessOwn(other);
        }
        assertThat(endpoints().edit(OTHER, endpoint.ref(), mine)).isInstanceOf(Edited.NotThere.class);
    }

    @Test
    void an_account_has_so_many_active_endpoints_and_no_more() throws Exception {
        Endpoint first = endpoint();
        Endpoint second = endpoint();
        status(first, EndpointStatus.DISABLED);
        status(second, EndpointStatus.PAUSED);
        Store other = anotherNode();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Callable<Edited<Endpoint>>> both = List.of(
                    () -> endpoints().activate(ACME, first.ref(), 1),
                    () -> other.sending().endpoints().activate(ACME, second.ref(), 1));
            List<Future<Edited<Endpoint>>> ends = threads.invokeAll(both, 60, TimeUnit.SECONDS);
            assertThat(List.of(ends.get(0).get(), ends.get(1).get()))
                    .hasAtLeastOneElementOfType(Edited.Done.class)
                    .hasAtLeastOneElementOfType(Edited.NoRoom.class);
        } finally {
            threads.shutdownNow();
            closeUnlessOwn(other);
        }
        Endpoint active = endpoints().endpoints(ACME).stream()
                .filter(one -> one.status() == EndpointStatus.ACTIVE)
                .findFirst()
                .orElseThrow();
        assertThat(endpoints().activate(ACME, active.ref(), 1))
                .as("it has its place")
                .isInstanceOf(Edited.Done.class);
        assertThat(endpoints().activate(OTHER, active.ref(), 1)).isInstanceOf(Edited.NotThere.class);
    }

    @Test
    void one_that_is_paused_until_a_time_keeps_its_place_and_one_that_is_paused_does_not() {
        Endpoint paused = endpoint();
        endpoints()
                .status(
                        ACME,
                        paused.ref(),
                        EndpointStatus.PAUSED,
                        Optional.empty(),
                        Optional.of(Instant.now().plus(Duration.ofHours(1))));
        assertThat(added()).isEmpty();

        status(paused, EndpointStatus.PAUSED);
        assertThat(added()).isPresent();
        assertThat(endpoints().activate(ACME, paused.ref(), 1)).isInstanceOf(Edited.NoRoom.class);
    }

    private Optional<Endpoint> added() {
        return endpoints().add(ACME, EndpointRef.random(), draft("https://acme.example/b"), "sealed", 1, true);
    }

    @Test
    void endpoints_come_in_pages_that_a_deleted_one_does_not_break() {
        List<EndpointRef> refs = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            refs.add(endpoint(ACME, draft("https://acme.example/" + i)).ref());
            endpoint(OTHER, draft("https://other.example/" + i));
        }

        assertThat(refs(endpoints().endpoints(ACME, Optional.empty(), 2))).isEqualTo(refs.subList(0, 2));
        endpoints().delete(ACME, refs.get(1));
        assertThat(refs(endpoints().endpoints(ACME, Optional.of(refs.get(1)), 2)))
                .isEqualTo(refs.subList(2, 4));
        assertThat(refs(endpoints().endpoints(ACME, Optional.of(refs.get(3)), 2)))
                .isEqualTo(refs.subList(4, 5));
        assertThat(endpoints().endpoints(OTHER, Optional.of(refs.get(0)), 2))
                .as("another account's place is none")
                .isEmpty();
    }

    private static List<EndpointRef> refs(List<Endpoint> endpoints) {
        return endpoints.stream().map(Endpoint::ref).toList();
    }
}
