package dev.surehook.testkit.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.delivery.HttpSender;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.PublishOutcome;
import dev.surehook.engine.outbox.SendingLog;
import dev.surehook.engine.outbox.SendingLog.Filter;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.store.Store;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verifier;
import dev.surehook.testkit.receiver.Answer;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From publishing to what a receiver sees. */
@Timeout(60)
abstract class SendingContract {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Verifier VERIFIER = Verifier.of(Providers.STANDARD_WEBHOOKS, List.of(SendingNode.SECRET));

    private Store store;
    private SendingNode node;
    private ScriptedReceiver receiver;

    abstract Store openEmpty() throws Exception;

    abstract Store reopen() throws Exception;

    @BeforeEach
    void start() throws Exception {
        store = openEmpty();
        node = SendingNode.on(store);
        receiver = ScriptedReceiver.start();
    }

    @AfterEach
    void stop() {
        node.close();
        store.close();
        receiver.close();
    }

    private static void requireSigned(ReceivedRequest request) {
        SignedRequest signed = new SignedRequest("POST", "", request.headers(), request.body());
        assertThat(VERIFIER.verify(signed, Instant.now()).isVerified()).isTrue();
    }

    @Test
    void D9_what_was_published_arrives_byte_for_byte_and_signed_over_those_bytes() {
        node.endpoint(receiver.url("/hook?a=%20b").toString());
        Random random = new Random(7);
        List<byte[]> bodies = new ArrayList<>();
        bodies.add("{\"b\":1,\"a\":\"é=<\",\"c\":[1, 2]}".getBytes(StandardCharsets.UTF_8));
        bodies.add(new byte[0]);
        for (int i = 0; i < 50; i++) {
            byte[] body = new byte[random.nextInt(3_000)];
            random.nextBytes(body);
            bodies.add(body);
        }
        for (int i = 0; i < bodies.size(); i++) {
            node.publish("e" + i, bodies.get(i));
        }

        for (ReceivedRequest request : receiver.awaitRequests(bodies.size(), SOON)) {
            requireSigned(request);
            int number = Integer.parseInt(request.header("webhook-id").substring(1));
            assertThat(request.body()).isEqualTo(bodies.get(number));
            assertThat(request.header("Content-Type")).isEqualTo("application/json");
            assertThat(request.target()).isEqualTo("/hook?a=%20b");
        }
        node.await(DeliveryState.DELIVERED, bodies.size());
    }

    @Test
    void D10_each_attempt_has_the_same_id_and_bytes_and_a_signature_of_its_own() {
        receiver.failTimes(2, 503).thenRespond(204);
        node.endpoint(receiver.url("/hook").toString());
        node.publish("e1");
        node.await(DeliveryState.DELIVERED, 1);

        List<ReceivedRequest> requests = receiver.requests();
        assertThat(requests).hasSize(3);
        requests.forEach(SendingContract::requireSigned);
        assertThat(requests).extracting(request -> request.header("webhook-id")).containsOnly("e1");
        assertThat(requests).extracting(ReceivedRequest::bodyText).containsOnly("{\"no\":\"e1\"}");
        SendingLog.DeliveryDetail detail = store.sending()
                .log()
                .delivery(SendingNode.ACME, node.only().ref())
                .orElseThrow();
        assertThat(detail.attempts())
                .extracting(attempt -> attempt.number() + " " + attempt.outcome() + " " + attempt.status())
                .containsExactly("1 retry 503", "2 retry 503", "3 delivered 204");
        assertThat(detail.attempts().get(0).request())
                .contains(receiver.url("/hook").toString(), "webhook-signature: v1,");
    }

    @Test
    void a_delivery_that_is_never_taken_fails_and_can_be_resent() {
        receiver.next(
                Answer.status(500).withBody("<b>no</b>"),
                Answer.closeWithoutAnswer(),
                Answer.redirect(302, "/elsewhere"));
        node.endpoint(receiver.url("/hook").toString());
        node.publish("e1");
        node.await(DeliveryState.FAILED, 1);
        assertThat(node.only().reason().orElse("")).contains("gave up after 3 attempts", "302", "not followed");
        assertThat(receiver.requests())
                .as("D1: nothing was followed")
                .extracting(ReceivedRequest::target)
                .containsOnly("/hook");

        receiver.respond(204);
        assertThat(store.sending().log().resend(SendingNode.ACME, node.only().ref(), 0))
                .isEqualTo(SendingLog.Resend.QUEUED);
        node.sending().signal();
        node.await(DeliveryState.DELIVERED, 1);
        assertThat(node.only().attempts()).isEqualTo(4);
        List<SendingLog.Attempt> attempts = store.sending()
                .log()
                .delivery(SendingNode.ACME, node.only().ref())
                .orElseThrow()
                .attempts();
        assertThat(new String(attempts.get(0).answer(), StandardCharsets.UTF_8)).isEqualTo("<b>no</b>");
    }

    @Test
    void D2_an_endpoint_that_says_that_it_is_gone_gets_nothing_more() {
        receiver.respond(410);
        Endpoint endpoint = node.endpoint(new EndpointDraft(
                receiver.url("/hook").toString(),
                "",
                List.of(),
                Optional.empty(),
                Map.of(),
                new LaneLimits(1, 0, false)));
        for (int i = 0; i < 20; i++) {
            node.publish("e" + i);
        }
        node.await(
                "the endpoint is switched off",
                () -> store.sending()
                                .endpoints()
                                .endpoint(SendingNode.ACME, endpoint.ref())
                                .orElseThrow()
                                .status()
                        == EndpointStatus.DISABLED);
        node.await(DeliveryState.NOT_SENT, 19);
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void D3_a_receiver_may_ask_to_be_left_alone_for_a_while() {
        receiver.respond(Answer.status(429).withHeader("Retry-After", "120"));
        node.endpoint(receiver.url("/hook").toString());
        node.publish("e1");
        node.await(DeliveryState.RETRYING, 1);

        assertThat(node.only().nextAttemptAt().orElseThrow())
                .isBetween(Instant.now().plusSeconds(100), Instant.now().plusSeconds(130));
    }

    @Test
    void D4_every_fault_of_the_network_is_tried_again() {
        node.close();
        node = SendingNode.on(store, SendingNode.with(new RetrySchedule(List.of(Duration.ofHours(1)), 0)));
        receiver.respond(Answer.reset());
        node.endpoint(receiver.url("/hook").toString());
        node.endpoint("http://no-such-host.invalid/hook");
        node.endpoint("https://127.0.0.1:" + receiver.port() + "/no-tls");
        ScriptedReceiver closed = ScriptedReceiver.start();
        String nobody = closed.url("/hook").toString();
        closed.close();
        node.endpoint(nobody);
        node.publish("e1");

        node.await(DeliveryState.RETRYING, 4);
        assertThat(node.deliveries())
                .extracting(delivery -> delivery.reason().orElse(""))
                .anyMatch(reason -> reason.startsWith("connection re"))
                .anyMatch(reason -> reason.startsWith("unknown host"))
                .anyMatch(reason -> reason.startsWith("connection refused"));
    }

    @Test
    void D13_what_fails_together_does_not_come_back_together() {
        node.close();
        node = SendingNode.on(store, SendingNode.with(new RetrySchedule(List.of(Duration.ofMinutes(10)), 0.2)));
        receiver.respond(503);
        node.endpoint(new EndpointDraft(
                receiver.url("/hook").toString(),
                "",
                List.of(),
                Optional.empty(),
                Map.of(),
                new LaneLimits(100, 0, false)));
        for (int i = 0; i < 60; i++) {
            node.publish("e" + i);
        }
        node.await(
                "most have failed once",
                () -> node.deliveries().stream()
                                .filter(delivery -> delivery.attempts() == 1)
                                .count()
                        >= 10);

        List<Instant> next = node.deliveries().stream()
                .filter(delivery -> delivery.state() == DeliveryState.RETRYING)
                .flatMap(delivery -> delivery.nextAttemptAt().stream())
                .sorted()
                .toList();
        assertThat(Duration.between(next.get(0), next.get(next.size() - 1))).isGreaterThan(Duration.ofSeconds(60));
    }

    @Test
    void D14_a_hanging_endpoint_does_not_hold_up_the_others() throws Exception {
        try (ScriptedReceiver hanging = ScriptedReceiver.start()) {
            hanging.respond(Answer.never());
            node.endpoint(new EndpointDraft(
                    hanging.url("/hang").toString(),
                    "",
                    List.of("hang"),
                    Optional.empty(),
                    Map.of(),
                    LaneLimits.STANDARD));
            node.endpoint(new EndpointDraft(
                    receiver.url("/ok").toString(),
                    "",
                    List.of("order.paid"),
                    Optional.empty(),
                    Map.of(),
                    LaneLimits.STANDARD));
            for (int i = 0; i < 300; i++) {
                node.sending()
                        .publish(new Publication(SendingNode.ACME, "h" + i, "hang", Publication.JSON, new byte[10]));
            }
            for (int i = 0; i < 50; i++) {
                node.publish("e" + i);
            }
            receiver.awaitRequests(50, Duration.ofSeconds(10));
        }
    }

    @Test
    void D17_after_a_change_nothing_goes_to_the_former_url() {
        receiver.failTimes(1, 503).thenRespond(204);
        Endpoint endpoint = node.endpoint(receiver.url("/before").toString());
        node.publish("e1");
        receiver.awaitRequests(1, SOON);
        store.sending()
                .endpoints()
                .change(
                        SendingNode.ACME,
                        endpoint.ref(),
                        new EndpointDraft(receiver.url("/after").toString()));
        int before = receiver.requests().size();
        node.publish("e2");
        node.await(DeliveryState.DELIVERED, 2);
        assertThat(receiver.requests().subList(before, receiver.requests().size()))
                .filteredOn(request -> request.header("webhook-id").equals("e2"))
                .extracting(ReceivedRequest::target)
                .containsOnly("/after");
    }

    @Test
    void D22_no_request_carries_the_secret() {
        node.endpoint(receiver.url("/hook").toString());
        for (int i = 0; i < 20; i++) {
            node.publish("e" + i);
        }
        String text = SendingNode.SECRET.reveal();
        byte[] key = Base64.getDecoder().decode(text.substring("whsec_".length()));
        for (ReceivedRequest request : receiver.awaitRequests(20, SOON)) {
            assertThat(request.headText())
                    .doesNotContain(text.substring(6))
                    .doesNotContain(Base64.getUrlEncoder().encodeToString(key))
                    .doesNotContain(java.util.HexFormat.of().formatHex(key));
        }
    }

    @Test
    void what_was_published_before_the_process_ended_is_sent_by_the_next() throws Exception {
        node.endpoint(receiver.url("/hook").toString());
        node.close();
        store.sending()
                .publish(List.of(new Publication(
                        SendingNode.ACME,
                        "e1",
                        "order.paid",
                        Publication.JSON,
                        "{}".getBytes(StandardCharsets.UTF_8))));
        store.close();

        store = reopen();
        node = SendingNode.on(store);
        assertThat(receiver.awaitRequests(1, SOON).get(0).header("webhook-id")).isEqualTo("e1");
    }

    @Test
    void D11_twenty_at_once_with_one_id_are_one_event() throws Exception {
        node.endpoint(receiver.url("/one").toString());
        node.endpoint(receiver.url("/two").toString());
        List<Thread> threads = new ArrayList<>();
        List<PublishOutcome> outcomes = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 20; i++) {
            Thread thread = new Thread(() -> outcomes.add(node.sending()
                    .publish(new Publication(
                            SendingNode.ACME,
                            "e1",
                            "order.paid",
                            Publication.JSON,
                            "{}".getBytes(StandardCharsets.UTF_8)))));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        node.await(DeliveryState.DELIVERED, 2);

        assertThat(outcomes)
                .filteredOn(PublishOutcome.Accepted.class::isInstance)
                .hasSize(1);
        assertThat(outcomes)
                .filteredOn(PublishOutcome.Repeated.class::isInstance)
                .hasSize(19);
        Set<String> targets = new HashSet<>();
        receiver.requests().forEach(request -> targets.add(request.target()));
        assertThat(targets).containsExactlyInAnyOrder("/one", "/two");
        assertThat(receiver.requests()).hasSize(2);
    }

    @Test
    void D5_an_answer_without_end_is_one_attempt_on_record() {
        receiver.next(Answer.drippingBody(200, Duration.ofMillis(50)), Answer.endlessBody(200));
        node.endpoint(receiver.url("/hook").toString());
        node.publish("drips");
        receiver.awaitRequests(1, SOON);
        node.publish("floods");
        node.await(DeliveryState.DELIVERED, 2);

        assertThat(receiver.requests()).hasSize(2);
        for (SendingLog.Delivery delivery : node.deliveries()) {
            assertThat(attempts(delivery)).singleElement().satisfies(attempt -> {
                assertThat(attempt.outcome()).isEqualTo("delivered");
                assertThat(attempt.took()).isLessThan(Duration.ofSeconds(10));
                assertThat(attempt.answer().length).isBetween(1, HttpSender.MOST_ANSWER_BYTES);
            });
        }
    }

    private List<SendingLog.Attempt> attempts(SendingLog.Delivery delivery) {
        return store.sending()
                .log()
                .delivery(SendingNode.ACME, delivery.ref())
                .orElseThrow()
                .attempts();
    }

    @Test
    void F6_the_time_of_the_next_attempt_is_the_same_in_every_time_zone() throws Exception {
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("America/New_York"));
            node.close();
            node = SendingNode.on(store, SendingNode.with(new RetrySchedule(List.of(Duration.ofHours(1)), 0)));
            receiver.respond(503);
            node.endpoint(receiver.url("/hook").toString());
            node.publish("e1");
            node.await(DeliveryState.RETRYING, 1);
            Instant next = node.only().nextAttemptAt().orElseThrow();
            assertThat(next)
                    .isBetween(Instant.now().plusSeconds(3_500), Instant.now().plusSeconds(3_700));
            node.close();
            store.close();

            TimeZone.setDefault(TimeZone.getTimeZone("America/Sao_Paulo"));
            store = reopen();
            node = SendingNode.on(store);
            assertThat(node.only().nextAttemptAt()).contains(next);
            assertThat(node.only().state()).isEqualTo(DeliveryState.RETRYING);
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void F9_a_long_url_is_sent_to_as_it_was_written() {
        List<String> targets = List.of(longTarget("/a", 490), longTarget("/b", 2_000));
        targets.forEach(target -> node.endpoint(receiver.url(target).toString()));
        node.publish("e1");
        node.await(DeliveryState.DELIVERED, 2);

        assertThat(receiver.requests())
                .extracting(ReceivedRequest::target)
                .containsExactlyInAnyOrderElementsOf(targets);
    }

    private String longTarget(String path, int length) {
        StringBuilder target = new StringBuilder(path).append("?x=");
        int room = length - receiver.url("").toString().length();
        while (target.length() + 10 <= room) {
            target.append("%20&q=1%25");
        }
        return target.append("x".repeat(room - target.length())).toString();
    }

    @Test
    void G1_no_reason_shows_the_query_of_the_url_or_the_secret() {
        node.close();
        node = SendingNode.on(store, SendingNode.with(new RetrySchedule(List.of(Duration.ofHours(1)), 0)));
        receiver.respond(500);
        node.endpoint(receiver.url("/hook?token=ZZZ9").toString());
        node.endpoint("http://no-such-host.invalid/hook?token=ZZZ9");
        node.endpoint("https://127.0.0.1:" + receiver.port() + "/no-tls?token=ZZZ9");
        node.publish("e1");
        node.await(DeliveryState.RETRYING, 3);

        for (SendingLog.Delivery delivery : node.deliveries()) {
            SendingLog.Attempt attempt = attempts(delivery).get(0);
            assertThat(delivery.reason().orElse("") + attempt.detail() + delivery)
                    .doesNotContain("ZZZ9", SendingNode.SECRET.reveal());
            assertThat(attempt.request()).doesNotContain(SendingNode.SECRET.reveal());
        }
    }

    @Test
    void what_a_node_cannot_send_for_a_reason_of_its_own_is_tried_later_and_counts_as_no_attempt() {
        AccountName account = new AccountName("elsewhere");
        store.sending().endpoints().open(account, "a-profile-of-another-node");
        Endpoint endpoint = store.sending()
                .endpoints()
                .add(
                        account,
                        EndpointRef.random(),
                        new EndpointDraft(receiver.url("/hook").toString()),
                        "sealed",
                        10,
                        false)
                .orElseThrow();
        // By the node that knows the profile.
        store.sending()
                .publish(List.of(new Publication(account, "e1", "order.paid", Publication.JSON, new byte[] {'1'})));
        node.endpoint(receiver.url("/other").toString());
        node.publish("e2");

        node.await(DeliveryState.DELIVERED, 1);
        DeliveryRef ref = store.sending()
                .log()
                .deliveries(account, Filter.newest(1))
                .rows()
                .get(0)
                .ref();
        node.await(
                "its attempt is on record",
                () -> !store.sending()
                        .log()
                        .delivery(account, ref)
                        .orElseThrow()
                        .attempts()
                        .isEmpty());
        assertThat(receiver.requests()).extracting(ReceivedRequest::target).containsOnly("/other");
        SendingLog.DeliveryDetail detail =
                store.sending().log().delivery(account, ref).orElseThrow();
        assertThat(detail.attempts()).hasSize(1);
        assertThat(detail.attempts().get(0).detail()).startsWith("nothing was sent");
        // All attempts of its schedule are still to be made.
        assertThat(detail.delivery().state()).isEqualTo(DeliveryState.WAITING);
        assertThat(store.sending()
                        .endpoints()
                        .lane(account, endpoint.ref())
                        .orElseThrow()
                        .failuresInARow())
                .isZero();
    }

    @Test
    void after_a_secret_is_revoked_no_request_comes_that_it_signed() {
        Endpoint endpoint = node.endpoint(receiver.url("/hook").toString());
        Secret second = Secret.of("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD");
        receiver.respond(Answer.status(204).after(Duration.ofMillis(200)));
        store.sending()
                .publish(IntStream.range(0, 150)
                        .mapToObj(i -> new Publication(
                                SendingNode.ACME, "e" + i, "order.paid", Publication.JSON, new byte[] {'1'}))
                        .toList());
        node.sending().signal();
        receiver.awaitRequests(10, SOON);

        node.rotate(endpoint, second, Duration.ZERO);
        node.sending().settle(SendingNode.ACME, endpoint.ref());
        int seen = receiver.requests().size();

        node.await(DeliveryState.DELIVERED, 150);
        assertThat(seen).as("some were still to come").isLessThan(150);
        Verifier renewed = Verifier.of(Providers.STANDARD_WEBHOOKS, List.of(second));
        for (ReceivedRequest request :
                receiver.requests().subList(seen, receiver.requests().size())) {
            SignedRequest signed = new SignedRequest("POST", "", request.headers(), request.body());
            assertThat(renewed.verify(signed, Instant.now()).isVerified()).isTrue();
        }
    }

    @Test
    void settling_waits_for_an_attempt_that_is_under_way_and_for_no_later_one() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        receiver.next(Answer.status(204).heldBy(gate));
        Endpoint endpoint = node.endpoint(receiver.url("/hook").toString());
        node.publish("e1");
        receiver.awaitRequests(1, SOON);

        CompletableFuture<Void> settled =
                CompletableFuture.runAsync(() -> node.sending().settle(SendingNode.ACME, endpoint.ref()));
        node.await(
                "it is seen under way",
                () -> store.sending()
                                .log()
                                .underWay(SendingNode.ACME, endpoint.ref())
                                .size()
                        == 1);
        assertThat(settled).isNotDone();
        gate.countDown();

        assertThat(settled).succeedsWithin(SOON);
    }
}
