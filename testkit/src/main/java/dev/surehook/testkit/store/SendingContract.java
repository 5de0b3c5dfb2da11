package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.access.AccountKey;
import dev.surehook.engine.access.AccountKeyStore;
import dev.surehook.engine.access.KeptAnswers;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointSecret;
import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.endpoint.EndpointStore;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.engine.endpoint.SealedSecrets;
import dev.surehook.engine.endpoint.SealedSecrets.Kept;
import dev.surehook.engine.endpoint.SealedSecrets.Place;
import dev.surehook.engine.outbox.DeliveryEnd;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.DueDelivery;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.Published;
import dev.surehook.engine.outbox.SendingLog;
import dev.surehook.engine.outbox.SendingLog.Cancel;
import dev.surehook.engine.outbox.SendingLog.Delivery;
import dev.surehook.engine.outbox.SendingLog.Filter;
import dev.surehook.engine.outbox.SendingLog.Resend;
import dev.surehook.engine.outbox.SendingStore;
import dev.surehook.engine.profile.SendingProfile.SuspensionRule;
import dev.surehook.engine.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What a store promises about publishing and sending. */
public abstract class SendingContract extends SteeringContract {
    static final AccountName ACME = new AccountName("acme");
    static final AccountName OTHER = new AccountName("other");
    static final Duration BUSY = Duration.ofSeconds(30);
    private static final SuspensionRule RULE = new SuspensionRule(3, Duration.ofMinutes(1), Duration.ofMinutes(3));

    final SendingStore sending() {
        return store().sending();
    }

    final EndpointStore endpoints() {
        return sending().endpoints();
    }

    final Endpoint endpoint(AccountName account, EndpointDraft draft) {
        endpoints().open(account, "standard");
        return endpoints()
                .add(account, EndpointRef.random(), draft, "sealed one", 50, false)
                .orElseThrow();
    }

    final Endpoint endpoint() {
        return endpoint(ACME, new EndpointDraft("https://acme.example/hook"));
    }

    static EndpointDraft limited(LaneLimits limits) {
        return new EndpointDraft("https://acme.example/hook", "", List.of(), Optional.empty(), Map.of(), limits);
    }

    static Publication event(AccountName account, String id, String type) {
        return new Publication(
                account, id, type, Publication.JSON, ("{\"no\": \"" + id + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    final void publish(String... ids) {
        for (String id : ids) {
            assertThat(sending().publish(List.of(event(ACME, id, "order.paid"))))
                    .containsExactly(Published.STORED);
        }
        sending().fanOut(500);
    }

    final List<DueDelivery> claim() {
        return sending().claim(100, 500, BUSY, Set.of());
    }

    final DueDelivery claimOnly(String id) {
        List<DueDelivery> due = claim();
        assertThat(due).extracting(delivery -> delivery.event().id()).containsExactly(id);
        return due.get(0);
    }

    static DeliveryEnd end(DueDelivery delivery, DeliveryEnd.Next next) {
        return new DeliveryEnd(
                delivery,
                Instant.now(),
                Duration.ofMillis(12),
                next,
                next instanceof DeliveryEnd.Delivered ? 204 : 500,
                "the endpoint answered",
                "https://acme.example/hook\n".getBytes(StandardCharsets.UTF_8),
                Optional.of(new byte[] {0, (byte) 0xff, 'x'}),
                RULE);
    }

    final boolean finish(DueDelivery delivery, DeliveryEnd.Next next) {
        return sending().finish(List.of(end(delivery, next))).get(0);
    }

    static DeliveryEnd.Next delivered() {
        return new DeliveryEnd.Delivered();
    }

    static DeliveryEnd.Next retry() {
        return new DeliveryEnd.Retry(Duration.ofMinutes(5));
    }

    final Delivery delivery(DeliveryRef ref) {
        return sending().log().delivery(ACME, ref).orElseThrow().delivery();
    }

    final List<DeliveryState> states() {
        return sending().log().deliveries(ACME, Filter.newest(100)).rows().stream()
                .map(Delivery::state)
                .toList();
    }

    @Test
    void an_event_goes_to_an_endpoint_byte_for_byte_and_its_attempt_is_kept() {
        endpoint();
        publish("e1");

        DueDelivery due = claimOnly("e1");
        assertThat(due.event().body()).isEqualTo(event(ACME, "e1", "order.paid").body());
        assertThat(due.event().contentType()).isEqualTo("application/json");
        assertThat(due.attempt()).isEqualTo(1);
        assertThat(delivery(due.ref()).state()).isEqualTo(DeliveryState.SENDING);
        assertThat(claim()).as("under way").isEmpty();
        assertThat(finish(due, delivered())).isTrue();

        SendingLog.DeliveryDetail kept =
                sending().log().delivery(ACME, due.ref()).orElseThrow();
        assertThat(kept.delivery().state()).isEqualTo(DeliveryState.DELIVERED);
        assertThat(kept.attempts()).hasSize(1);
        assertThat(kept.attempts().get(0).status()).isEqualTo(204);
        assertThat(kept.attempts().get(0).answer()).isEqualTo(new byte[] {0, (byte) 0xff, 'x'});
        assertThat(kept.attempts().get(0).request()).isEqualTo("https://acme.example/hook\n");
        assertThat(claim()).isEmpty();
    }

    @Test
    void D21_what_no_node_begins_has_an_age_and_what_is_begun_has_none() {
        endpoint(ACME, new EndpointDraft("https://example.com/"));
        assertThat(sending().oldestDue()).isEmpty();

        sending().publish(List.of(event(ACME, "e1", "order.paid")));
        Instant published = sending().oldestDue().orElseThrow();
        assertThat(published)
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
        sending().fanOut(10);
        assertThat(sending().oldestDue()).isPresent();
        assertThat(sending().claim(10, 10, BUSY, Set.of())).hasSize(1);

        assertThat(sending().oldestDue()).isEmpty();
    }

    @Test
    void D11_an_id_is_published_once_and_other_content_under_it_is_a_conflict() {
        endpoint();
        publish("e1");
        assertThat(sending()
                        .publish(List.of(
                                event(ACME, "e1", "order.paid"),
                                event(ACME, "e1", "order.lost"),
                                event(ACME, "e2", "order.paid"),
                                event(ACME, "e2", "order.paid"),
                                event(OTHER, "e1", "order.paid"))))
                .containsExactly(
                        Published.REPEATED,
                        Published.CONFLICT,
                        Published.STORED,
                        Published.REPEATED,
                        Published.NO_ACCOUNT);
        sending().fanOut(500);

        assertThat(claim()).hasSize(2);
        SendingLog.EventDetail first =
                sending().log().event(ACME, Publication.refOf(ACME, "e1")).orElseThrow();
        assertThat(first.conflicts()).isEqualTo(1);
        assertThat(first.event().type()).isEqualTo("order.paid");
        assertThat(first.deliveries()).hasSize(1);
    }

    @Test
    void D15_each_endpoint_has_a_delivery_of_its_own_and_gets_only_what_it_wants() {
        Endpoint all = endpoint();
        Endpoint orders = endpoint(
                ACME,
                new EndpointDraft(
                        "https://acme.example/orders",
                        "",
                        List.of("order.*"),
                        Optional.empty(),
                        Map.of(),
                        LaneLimits.STANDARD));
        endpoint(
                ACME,
                new EndpointDraft(
                        "https://acme.example/mail",
                        "",
                        List.of("mail.sent"),
                        Optional.empty(),
                        Map.of(),
                        LaneLimits.STANDARD));
        endpoint(OTHER, new EndpointDraft("https://other.example/hook"));
        publish("e1");

        List<DueDelivery> due = claim();
        assertThat(due).hasSize(2);
        assertThat(new HashSet<>(due.stream().map(DueDelivery::ref).toList())).hasSize(2);
        finish(due.get(0), delivered());
        finish(due.get(1), retry());
        assertThat(sending().log().deliveries(ACME, Filter.newest(10)).rows())
                .extracting(Delivery::endpoint)
                .containsExactlyInAnyOrder(all.ref(), orders.ref());
        assertThat(states()).containsExactlyInAnyOrder(DeliveryState.DELIVERED, DeliveryState.RETRYING);
    }

    @Test
    void what_was_published_before_an_endpoint_was_there_is_not_for_it() throws Exception {
        endpoints().open(ACME, "standard");
        sending().publish(List.of(event(ACME, "before", "order.paid")));
        long before = System.currentTimeMillis();
        while (System.currentTimeMillis() - before < 2) {
            Thread.onSpinWait();
        }
        pass(Duration.ofMillis(5));
        endpoint();
        publish("after");

        claimOnly("after");
    }

    @Test
    void an_event_for_one_endpoint_goes_to_it_whatever_it_wants_and_to_no_other() {
        endpoint();
        Endpoint picky = endpoint(
                ACME,
                new EndpointDraft(
                        "https://acme.example/picky",
                        "",
                        List.of("none"),
                        Optional.empty(),
                        Map.of(),
                        LaneLimits.STANDARD));
        Publication test = event(ACME, "test1", "webhook.test");

        DeliveryRef ref = sending().publishTo(picky.ref(), test).orElseThrow();
        assertThat(sending().publishTo(EndpointRef.random(), event(ACME, "test2", "t")))
                .isEmpty();
        assertThat(sending().publishTo(picky.ref(), event(OTHER, "test3", "t"))).isEmpty();
        assertThat(sending().fanOut(10)).isZero();

        assertThat(claimOnly("test1").ref()).isEqualTo(ref);
        assertThat(sending().log().event(ACME, test.ref()).orElseThrow().deliveries())
                .extracting(Delivery::endpoint)
                .containsExactly(picky.ref());
        assertThat(sending().publish(List.of(test))).containsExactly(Published.REPEATED);
    }

    @Test
    void a_key_of_an_account_is_found_by_its_hash_until_it_is_revoked() {
        byte[] hash = new byte[32];
        hash[31] = (byte) 0x80;
        AccountKeyStore keys = sending().keys();
        assertThat(keys.add(ACME, "key_1", hash, "shop", 2)).isEmpty();
        endpoints().open(ACME, "standard");
        endpoints().open(OTHER, "standard");

        AccountKey made = keys.add(ACME, "key_1", hash, "shop", 2).orElseThrow();
        assertThat(keys.add(ACME, "key_2", new byte[32], "", 2)).isPresent();
        assertThat(keys.add(ACME, "key_3", new byte[31], "", 2))
                .as("the account has two")
                .isEmpty();
        assertThat(keys.owner(hash)).contains(ACME);
        assertThat(keys.list(Optional.of(ACME), "", 10)).hasSize(2).contains(made);
        assertThat(keys.list(Optional.empty(), "key_1", 10))
                .extracting(AccountKey::ref)
                .containsExactly("key_2");
        assertThat(keys.list(Optional.of(OTHER), "", 10)).isEmpty();

        assertThat(keys.revoke("key_1")).isTrue();
        assertThat(keys.revoke("key_1")).isFalse();
        assertThat(keys.owner(hash)).isEmpty();
    }

    @Test
    void a_call_is_begun_once_and_its_answer_is_kept_until_it_is_forgotten() {
        KeptAnswers answers = sending().answers();
        byte[] key = new byte[32];
        byte[] other = new byte[32];
        other[0] = 1;
        byte[] request = new byte[32];
        Duration lost = Duration.ofMinutes(1);

        assertThat(answers.begin(key, request, lost)).isEmpty();
        assertThat(answers.begin(key, other, lost).orElseThrow().answer()).isEmpty();
        assertThat(answers.begin(key, other, lost).orElseThrow().request()).isEqualTo(request);
        answers.answered(key, new byte[] {0, -1});
        assertThat(answers.begin(key, request, lost).orElseThrow().answer()).contains(new byte[] {0, -1});
        assertThat(answers.begin(other, request, lost)).isEmpty();
        answers.purge(Duration.ofHours(1), 10);
        assertThat(answers.begin(key, request, lost)).isPresent();
        answers.forget(key);
        assertThat(answers.begin(key, request, lost)).isEmpty();
        answers.purge(Duration.ofHours(1), 0);
        assertThat(answers.begin(key, request, lost)).as("more than are kept").isEmpty();
        assertThat(answers.begin(key, request, Duration.ofMinutes(-1)))
                .as("lost")
                .isEmpty();
    }

    @Test
    void D10_a_failed_attempt_comes_again_at_its_time_and_is_counted() throws Exception {
        endpoint();
        publish("e1");
        DueDelivery first = claimOnly("e1");
        finish(first, retry());
        assertThat(delivery(first.ref()).state()).isEqualTo(DeliveryState.RETRYING);
        assertThat(delivery(first.ref()).nextAttemptAt()).isPresent();
        assertThat(claim()).isEmpty();

        pass(Duration.ofMinutes(5));
        DueDelivery second = claimOnly("e1");
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(second.event().body()).isEqualTo(first.event().body());
        finish(second, new DeliveryEnd.Failed("gave up", false));
        assertThat(delivery(first.ref()).state()).isEqualTo(DeliveryState.FAILED);
        assertThat(delivery(first.ref()).reason()).contains("gave up");

        assertThat(sending().log().resend(ACME, first.ref(), 0)).isEqualTo(Resend.QUEUED);
        assertThat(sending().log().resend(ACME, first.ref(), 0)).isEqualTo(Resend.WAITING);
        DueDelivery third = claimOnly("e1");
        assertThat(third.attempt()).isEqualTo(3);
        assertThat(third.attemptOfRun()).isEqualTo(1);
        finish(third, delivered());
        assertThat(delivery(first.ref()).state()).isEqualTo(DeliveryState.DELIVERED);
        assertThat(sending().log().resend(ACME, first.ref(), 2)).as("D18").isEqualTo(Resend.QUEUED);
        assertThat(claimOnly("e1").attemptOfRun()).isEqualTo(3);
    }

    @Test
    void a_lost_attempt_is_made_again_and_who_was_overtaken_changes_nothing() throws Exception {
        endpoint();
        publish("e1");
        DueDelivery late = claimOnly("e1");
        pass(BUSY.plusSeconds(1));
        DueDelivery again = claimOnly("e1");
        assertThat(again.attempt()).isEqualTo(2);

        assertThat(finish(late, delivered())).isFalse();
        assertThat(finish(again, delivered())).isTrue();
        assertThat(sending().log().delivery(ACME, again.ref()).orElseThrow().attempts())
                .hasSize(1);
    }

    @Test
    void D14_an_endpoint_has_so_many_attempts_at_once_and_no_more() {
        endpoint(ACME, limited(new LaneLimits(2, 0, false)));
        Endpoint other = endpoint(ACME, limited(new LaneLimits(5, 0, false)));
        publish("e1", "e2", "e3");

        List<DueDelivery> due = claim();
        assertThat(due).hasSize(5);
        assertThat(claim()).isEmpty();
        DueDelivery one = due.stream()
                .filter(delivery -> !endpointOf(delivery).equals(other.ref()))
                .findFirst()
                .orElseThrow();
        finish(one, delivered());
        assertThat(claim()).hasSize(1);
    }

    private EndpointRef endpointOf(DueDelivery delivery) {
        return endpoints()
                .target(delivery.ref().endpoint())
                .orElseThrow()
                .endpoint()
                .ref();
    }

    @Test
    void an_endpoint_in_order_gets_one_after_the_other_and_a_failure_holds_up_the_later_ones() throws Exception {
        endpoint(ACME, limited(new LaneLimits(8, 0, true)));
        publish("e1", "e2", "e3");

        DueDelivery first = claimOnly("e1");
        finish(first, retry());
        assertThat(claim()).isEmpty();
        pass(Duration.ofMinutes(5));
        finish(claimOnly("e1"), delivered());
        finish(claimOnly("e2"), new DeliveryEnd.Failed("gave up", false));
        finish(claimOnly("e3"), delivered());
    }

    @Test
    void an_endpoint_gets_no_more_in_a_second_than_it_wants() throws Exception {
        endpoint(ACME, limited(new LaneLimits(50, 10, false)));
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            ids.add("e" + i);
        }
        publish(ids.toArray(String[]::new));

        List<DueDelivery> first = claim();
        assertThat(first).hasSizeBetween(9, 12);
        first.forEach(delivery -> finish(delivery, delivered()));
        pass(Duration.ofSeconds(1));
        assertThat(claim()).hasSizeBetween(9, 14);
    }

    @Test
    void D12_failures_in_a_row_suspend_an_endpoint_and_a_probe_finds_out_whether_it_is_back() throws Exception {
        Endpoint endpoint = endpoint();
        publish("e1", "e2", "e3", "e4", "e5");
        List<DueDelivery> due = claim();
        finish(due.get(0), delivered());
        finish(due.get(1), retry());
        finish(due.get(2), retry());
        assertThat(lane(endpoint).suspendedUntil()).isEmpty();
        assertThat(lane(endpoint).failuresInARow()).isEqualTo(2);
        finish(due.get(3), delivered());
        assertThat(lane(endpoint).failuresInARow()).as("a success between").isZero();
        finish(due.get(4), retry());

        pass(Duration.ofMinutes(5));
        due = claim();
        assertThat(due).hasSize(3);
        due.forEach(delivery -> finish(delivery, new DeliveryEnd.Retry(Duration.ofSeconds(1))));
        assertThat(lane(endpoint).suspendedUntil()).isPresent();
        pass(Duration.ofSeconds(30));
        assertThat(claim()).as("suspended").isEmpty();

        pass(Duration.ofSeconds(31));
        List<DueDelivery> probe = claim();
        assertThat(probe).as("one at a time").hasSize(1);
        finish(probe.get(0), new DeliveryEnd.Retry(Duration.ofSeconds(1)));
        pass(Duration.ofSeconds(61));
        assertThat(claim()).as("twice as long").isEmpty();
        pass(Duration.ofSeconds(60));
        probe = claim();
        assertThat(probe).hasSize(1);
        finish(probe.get(0), delivered());
        assertThat(claim()).as("the rest").hasSize(2);
    }

    private EndpointStore.Lane lane(Endpoint endpoint) {
        return endpoints().lane(ACME, endpoint.ref()).orElseThrow();
    }

    final void status(Endpoint endpoint, EndpointStatus status) {
        assertThat(endpoints().status(ACME, endpoint.ref(), status, Optional.of("by the owner"), Optional.empty()))
                .isPresent();
    }

    @Test
    void D16_what_a_disabled_endpoint_would_get_is_kept_and_leaves_only_when_it_is_resent() throws Exception {
        Endpoint endpoint = endpoint();
        publish("e1", "e2");
        DueDelivery underWay = claim().get(0);
        status(endpoint, EndpointStatus.DISABLED);
        publish("e3");
        finish(underWay, delivered());

        assertThat(claim()).isEmpty();
        List<Delivery> all = sending().log().deliveries(ACME, Filter.newest(10)).rows();
        assertThat(all)
                .filteredOn(delivery -> delivery.eventId().equals("e3"))
                .allMatch(delivery -> delivery.state() == DeliveryState.NOT_SENT
                        && delivery.reason().isPresent());
        DeliveryRef kept = all.get(0).ref();
        assertThat(sending().log().resend(ACME, kept, 0)).isEqualTo(Resend.SWITCHED_OFF);

        status(endpoint, EndpointStatus.ACTIVE);
        assertThat(claim()).as("nothing by itself").isEmpty();
        assertThat(sending().log().resend(ACME, kept, 0)).isEqualTo(Resend.QUEUED);
        finish(claimOnly("e3"), delivered());
        publish("e4");
        claimOnly("e4");
    }

    @Test
    void D2_an_endpoint_that_is_gone_gets_nothing_more_and_what_waits_is_kept() {
        Endpoint endpoint = endpoint();
        publish("e1", "e2", "e3");
        List<DueDelivery> due = claim();
        finish(due.get(0), new DeliveryEnd.Failed("410 Gone", true));
        finish(due.get(1), retry());
        publish("e4");

        assertThat(claim()).isEmpty();
        Endpoint after = endpoints().endpoint(ACME, endpoint.ref()).orElseThrow();
        assertThat(after.status()).isEqualTo(EndpointStatus.DISABLED);
        assertThat(after.reason()).isPresent();
        assertThat(states())
                .contains(DeliveryState.FAILED, DeliveryState.NOT_SENT)
                .doesNotContain(DeliveryState.WAITING, DeliveryState.RETRYING);
    }

    @Test
    void a_paused_endpoint_goes_on_by_itself() throws Exception {
        Endpoint endpoint = endpoint();
        endpoints()
                .status(
                        ACME,
                        endpoint.ref(),
                        EndpointStatus.PAUSED,
                        Optional.empty(),
                        Optional.of(Instant.now().plus(Duration.ofHours(1))));
        publish("e1");
        assertThat(claim()).isEmpty();
        assertThat(states()).containsExactly(DeliveryState.WAITING);

        pass(Duration.ofHours(1).plusSeconds(5));
        claimOnly("e1");
    }

    @Test
    void D17_a_deleted_endpoints_deliveries_are_cancelled_and_say_so() {
        Endpoint endpoint = endpoint();
        publish("e1", "e2");
        DueDelivery underWay = claim().get(0);
        assertThat(endpoints().delete(ACME, endpoint.ref())).isTrue();
        publish("e3");
        finish(underWay, retry());

        assertThat(endpoints().endpoints(ACME)).isEmpty();
        assertThat(claim()).isEmpty();
        assertThat(sending().log().resend(ACME, underWay.ref(), 0)).isNotEqualTo(Resend.QUEUED);
    }

    @Test
    void a_waiting_delivery_can_be_cancelled_and_one_under_way_cannot() throws Exception {
        endpoint();
        publish("e1");
        DueDelivery due = claimOnly("e1");
        assertThat(sending().log().cancel(ACME, due.ref(), "not wanted")).isEqualTo(Cancel.SENDING);
        finish(due, retry());
        assertThat(sending().log().cancel(ACME, due.ref(), "not wanted")).isEqualTo(Cancel.CANCELLED);
        assertThat(sending().log().cancel(ACME, due.ref(), "not wanted")).isEqualTo(Cancel.OVER);
        pass(Duration.ofMinutes(5));
        assertThat(claim()).isEmpty();
        assertThat(delivery(due.ref()).reason()).contains("not wanted");
    }

    @Test
    void D19_two_secrets_sign_while_they_overlap_and_one_afterwards() throws Exception {
        Endpoint endpoint = endpoint();
        endpoints().rotate(ACME, endpoint.ref(), version -> "sealed " + version, Duration.ofHours(1));
        publish("e1");
        DueDelivery due = claimOnly("e1");
        assertThat(due.endpointVersion()).isEqualTo(2);
        assertThat(secrets(due)).containsExactly("sealed 2", "sealed one");

        pass(Duration.ofHours(1).plusSeconds(1));
        assertThat(secrets(due)).containsExactly("sealed 2");
        endpoints().rotate(ACME, endpoint.ref(), version -> "sealed " + version, Duration.ZERO);
        assertThat(secrets(due)).containsExactly("sealed 3");
    }

    @Test
    void sealed_texts_are_replaced_one_by_one_and_only_as_they_were_read() throws Exception {
        Endpoint first = endpoint();
        Endpoint second = endpoint(OTHER, new EndpointDraft("https://other.example/hook"));
        endpoints().rotate(ACME, first.ref(), version -> "sealed " + version, Duration.ofHours(1));
        SealedSecrets secrets = endpoints().secrets();
        List<Kept> page = secrets.page(Place.BEFORE_ALL, 2);
        assertThat(page).extracting(Kept::sealed).containsExactly("sealed one", "sealed 2");
        assertThat(page).extracting(Kept::ref).containsOnly(first.ref());
        Kept last = secrets.page(page.get(1).place(), 2).get(0);
        assertThat(last.ref()).isEqualTo(second.ref());
        assertThat(secrets.page(last.place(), 2)).isEmpty();

        assertThat(secrets.replace(page.get(1), "sealed anew")).isTrue();
        assertThat(secrets.replace(page.get(1), "sealed again")).isFalse();
        publish("e1");
        assertThat(secrets(claimOnly("e1"))).containsExactly("sealed anew", "sealed one");
        assertThat(endpoints().endpoint(ACME, first.ref()).orElseThrow().version())
                .as("nothing that a node remembers of it has changed")
                .isEqualTo(2);
        endpoints().delete(OTHER, second.ref());
        assertThat(secrets.replace(last, "sealed anew")).isFalse();
        pass(Duration.ofHours(1).plusSeconds(1));
        assertThat(secrets.page(Place.BEFORE_ALL, 10))
                .as("what signs no more is left out")
                .extracting(Kept::sealed)
                .containsExactly("sealed anew");
    }

    private List<String> secrets(DueDelivery due) {
        return endpoints().target(due.ref().endpoint()).orElseThrow().secrets().stream()
                .map(EndpointSecret::sealed)
                .toList();
    }

    @Test
    void an_account_has_so_many_endpoints_and_no_more() {
        endpoint();
        endpoint();
        assertThat(endpoints()
                        .add(ACME, EndpointRef.random(), new EndpointDraft("https://a.example"), "sealed", 2, false))
                .isEmpty();
        status(endpoints().endpoints(ACME).get(0), EndpointStatus.DISABLED);
        assertThat(endpoints()
                        .add(ACME, EndpointRef.random(), new EndpointDraft("https://a.example"), "sealed", 2, true))
                .isPresent();
    }

    @Test
    void what_an_owner_says_of_an_endpoint_is_kept_as_it_was_said() {
        EndpointDraft draft = new EndpointDraft(
                "https://acme.example/hook?a=%20&b=\"",
                "Näme \u2028 \"quoted\"",
                List.of("order.*", "mail.sent"),
                Optional.of(
                        new dev.surehook.engine.endpoint.PayloadFilter(Map.of("data.status", List.of("paid", "1")))),
                Map.of("X-Tenant", "a: b"),
                new LaneLimits(3, 7, true),
                Optional.of("partner"));
        Endpoint added = endpoint(ACME, draft);
        assertThat(endpoints().endpoint(ACME, added.ref()).orElseThrow().draft())
                .isEqualTo(draft);
        assertThat(endpoints().change(ACME, added.ref(), new EndpointDraft("https://b.example")))
                .get()
                .satisfies(changed -> {
                    assertThat(changed.draft()).isEqualTo(new EndpointDraft("https://b.example"));
                    assertThat(changed.version()).isEqualTo(2);
                });
    }

    @Test
    void G5_what_is_another_accounts_is_not_there() {
        Endpoint mine = endpoint();
        endpoint(OTHER, new EndpointDraft("https://other.example/hook"));
        publish("e1");
        DeliveryRef ref = claimOnly("e1").ref();

        assertThat(endpoints().endpoint(OTHER, mine.ref())).isEmpty();
        assertThat(endpoints().change(OTHER, mine.ref(), new EndpointDraft("https://evil.example")))
                .isEmpty();
        assertThat(endpoints().delete(OTHER, mine.ref())).isFalse();
        assertThat(endpoints().rotate(OTHER, mine.ref(), version -> "x", Duration.ZERO))
                .isEmpty();
        assertThat(sending().log().delivery(OTHER, ref)).isEmpty();
        assertThat(sending().log().resend(OTHER, ref, 0)).isEqualTo(Resend.NOT_FOUND);
        assertThat(sending().log().cancel(OTHER, ref, "x")).isEqualTo(Cancel.NOT_FOUND);
        assertThat(sending().log().event(OTHER, Publication.refOf(ACME, "e1"))).isEmpty();
        assertThat(sending().log().events(OTHER, Filter.newest(10)).rows()).isEmpty();
        assertThat(sending().log().deliveries(OTHER, Filter.newest(10)).rows()).isEmpty();
    }

    @Test
    void F7_pages_hold_each_delivery_once_while_others_arrive() {
        endpoint();
        endpoint();
        publish("e1", "e2", "e3", "e4", "e5");
        Set<DeliveryRef> seen = new HashSet<>();
        List<DeliveryRef> all = new ArrayList<>();
        Filter filter = Filter.newest(3);
        for (int page = 0; page < 10; page++) {
            SendingLog.Page<Delivery> found = sending().log().deliveries(ACME, filter);
            found.rows().forEach(delivery -> {
                seen.add(delivery.ref());
                all.add(delivery.ref());
            });
            if (found.next().isEmpty()) {
                break;
            }
            filter = filter.from(found.next().get());
            publish("later" + page);
        }
        assertThat(all).hasSize(10);
        assertThat(seen).hasSize(10);
        assertThatThrownBy(
                        () -> sending().log().deliveries(ACME, Filter.newest(3).from("nonsense")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void D20_two_nodes_begin_each_attempt_once() throws Exception {
        endpoint(ACME, limited(new LaneLimits(100, 0, false)));
        endpoint(ACME, limited(new LaneLimits(100, 0, false)));
        Store other = anotherNode();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<DeliveryRef> begun = Collections.synchronizedList(new ArrayList<>());
        try {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                SendingStore node = i % 2 == 0 ? sending() : other.sending();
                int first = 100 * i;
                tasks.add(() -> {
                    for (int n = 0; n < 40; n++) {
                        node.publish(List.of(event(ACME, "e" + (first + n), "order.paid")));
                        node.fanOut(10);
                        for (DueDelivery due : node.claim(10, 10, BUSY, Set.of())) {
                            begun.add(due.ref());
                            assertThat(node.finish(List.of(end(due, delivered()))))
                                    .containsExactly(true);
                        }
                    }
                    return 0;
                });
            }
            for (Future<Integer> task : threads.invokeAll(tasks)) {
                task.get();
            }
            while (sending().fanOut(100) > 0) {
                // Until all is given out.
            }
            for (List<DueDelivery> due = claim(); !due.isEmpty(); due = claim()) {
                for (DueDelivery each : due) {
                    begun.add(each.ref());
                    assertThat(finish(each, delivered())).isTrue();
                }
            }
        } finally {
            threads.shutdownNow();
            closeUnlessOwn(other);
        }
        assertThat(begun).hasSize(320);
        assertThat(new HashSet<>(begun)).hasSize(320);
    }

    @Test
    void after_a_restart_what_was_published_is_sent() throws Exception {
        endpoint();
        sending().publish(List.of(event(ACME, "e1", "order.paid")));
        restart();
        sending().fanOut(500);
        DueDelivery due = claimOnly("e1");
        restart();
        pass(BUSY.plusSeconds(1));
        assertThat(claimOnly("e1").attempt()).isEqualTo(due.attempt() + 1);
    }
}
