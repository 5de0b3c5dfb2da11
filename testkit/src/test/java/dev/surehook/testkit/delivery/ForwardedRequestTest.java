package dev.surehook.testkit.delivery;

import static dev.surehook.testkit.delivery.Forwarding.NOW;
import static dev.surehook.testkit.delivery.Forwarding.SECRETS;
import static dev.surehook.testkit.delivery.Forwarding.clock;
import static dev.surehook.testkit.delivery.Forwarding.event;
import static dev.surehook.testkit.delivery.Forwarding.forwarder;
import static dev.surehook.testkit.delivery.Forwarding.target;
import static dev.surehook.testkit.delivery.Forwarding.utf8;
import static dev.surehook.testkit.delivery.Forwarding.verify;
import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.delivery.ForwardForm;
import dev.surehook.engine.delivery.ForwardTarget;
import dev.surehook.engine.delivery.Forwarder;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.work.EventHandler.Processed;
import dev.surehook.engine.work.EventHandler.Refused;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Verification.Verified;
import dev.surehook.testkit.clock.ManualClock;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ForwardedRequestTest {
    private final ScriptedReceiver receiver = ScriptedReceiver.start();

    @AfterEach
    void stop() {
        receiver.close();
    }

    @Test
    void D6_the_request_is_plain_http_1_1_with_one_host_and_a_length() {
        ReceivedRequest request = forward(event());

        List<String> lines = request.headText().lines().toList();
        assertThat(lines.get(0)).isEqualTo("POST /hook?key=a%20b&x HTTP/1.1");
        assertThat(request.headers().values("Host")).containsExactly("127.0.0.1:" + receiver.port());
        assertThat(request.headers().values("Content-Length")).containsExactly("10");
        assertThat(request.header("User-Agent")).startsWith("Surehook/").doesNotContain("Apache");
        assertThat(names(request))
                .doesNotContain(
                        "upgrade",
                        "http2-settings",
                        "transfer-encoding",
                        "expect",
                        "accept-encoding",
                        "cookie",
                        "authorization");
    }

    @Test
    void an_empty_body_has_a_length_too() {
        ReceivedRequest request = forward(event(Headers.empty(), new byte[0]));

        assertThat(request.headers().values("Content-Length")).containsExactly("0");
        assertThat(request.headers().values("Content-Type")).isEmpty();
    }

    @Test
    void body_type_and_encoding_go_on_as_received() {
        byte[] compressed = {31, -117, 8, 0, 0, -1, -2, 0, 10, 13};
        ReceivedRequest request = forward(event(
                Headers.of("content-type", "application/json; charset=\"UTF-8\"", "Content-Encoding", "gzip"),
                compressed));

        assertThat(request.body()).isEqualTo(compressed);
        assertThat(request.headers().values("Content-Type")).containsExactly("application/json; charset=\"UTF-8\"");
        assertThat(request.headers().values("Content-Encoding")).containsExactly("gzip");
    }

    @Test
    void the_event_is_named_in_headers_of_our_own() {
        Event event = event();
        ReceivedRequest request = forward(event, 7);

        assertThat(request.header("Surehook-Source")).isEqualTo("shop");
        assertThat(request.header("Surehook-Event-Id")).isEqualTo("1b1c3f54-5d0a-4c7e-9c38-6a4d0b7f1c55");
        assertThat(request.header("Surehook-Event-Type")).isEqualTo("balance.low");
        assertThat(request.header("Surehook-Event-Ref")).isEqualTo(event.ref().value());
        assertThat(request.header("Surehook-Attempt")).isEqualTo("7");
        assertThat(request.header("Surehook-Received-At")).isEqualTo("2026-11-30T11:59:58.123Z");
    }

    @Test
    void an_id_that_is_not_visible_ascii_is_percent_encoded_so_that_it_can_be_decoded_again() {
        assertThat(forward(event("caf\u00e9 100%\r\nX: y", Headers.empty(), new byte[0]))
                        .header("Surehook-Event-Id"))
                .isEqualTo("caf%C3%A9%20100%25%0D%0AX:%20y");
    }

    @Test
    void an_id_over_1000_characters_is_left_out() {
        assertThat(forward(event("a".repeat(1_000), Headers.empty(), new byte[0]))
                        .header("Surehook-Event-Id"))
                .hasSize(1_000);
        assertThat(forward(event("a".repeat(1_001), Headers.empty(), new byte[0]))
                        .headers()
                        .values("Surehook-Event-Id"))
                .isEmpty();
    }

    @Test
    void original_headers_stand_behind_a_prefix_and_those_of_the_connection_and_of_others_are_gone() {
        ReceivedRequest request = forward(event(
                Headers.of(
                        "YCloud-Signature", "t=1,s=00",
                        "X-Webhook-Endpoint-ID", "wh1",
                        "X-Webhook-Endpoint-ID", "wh2",
                        "X-Name", "J\u00c3\u00bcrgen \u0085",
                        "Surehook-Source", "forged",
                        "Host", "hooks.example.com",
                        "Content-Length", "999",
                        "Connection", "close, X-Only-Here",
                        "X-Only-Here", "1",
                        "Keep-Alive", "timeout=5",
                        "Transfer-Encoding", "chunked",
                        "Upgrade", "h2c",
                        "Authorization", "Bearer top",
                        "Proxy-Authorization", "Basic top",
                        "Cookie", "session=top",
                        "X-Split", "a\r\nInjected: 1"),
                utf8("{}")));

        assertThat(request.header("Surehook-Original-YCloud-Signature")).isEqualTo("t=1,s=00");
        assertThat(request.headers().values("Surehook-Original-X-Webhook-Endpoint-ID"))
                .containsExactly("wh1", "wh2");
        assertThat(request.header("Surehook-Original-X-Name")).isEqualTo("J\u00c3\u00bcrgen \u0085");
        assertThat(request.headers().values("Surehook-Source")).containsExactly("shop");
        assertThat(names(request).stream()
                        .filter(name -> name.startsWith("surehook-original-"))
                        .toList())
                .containsExactly(
                        "surehook-original-ycloud-signature",
                        "surehook-original-x-webhook-endpoint-id",
                        "surehook-original-x-webhook-endpoint-id",
                        "surehook-original-x-name",
                        "surehook-original-surehook-source");
        assertThat(request.headText()).doesNotContain("top").doesNotContain("Injected");
        assertThat(request.headers().values("Host")).hasSize(1);
        assertThat(request.headers().values("Content-Length")).containsExactly("2");
    }

    @Test
    void a_flood_of_original_headers_does_not_make_the_event_undeliverable() {
        String[] flood = IntStream.range(0, 100)
                .boxed()
                .flatMap(i -> List.of("X-Flood-" + i, "v".repeat(200)).stream())
                .toArray(String[]::new);

        assertThat(forward(event(Headers.of(flood), utf8("{}"))).head()).hasSizeLessThan(8_192);
    }

    @Test
    void D9_the_signature_covers_the_bytes_on_the_wire() {
        Random random = new Random(9);
        try (Forwarder forwarder = forwarder(receiver.url("/hook"))) {
            assertThat(forwarder.forward(event(Headers.empty(), utf8("{\"b\":1,\"a\":\"\u00e9=<\",\"c\":[1, 2]}")), 1))
                    .isInstanceOf(Processed.class);
            for (int i = 0; i < 200; i++) {
                byte[] body = new byte[random.nextInt(3_000)];
                random.nextBytes(body);
                assertThat(forwarder.forward(event("id-" + i, Headers.empty(), body), 1))
                        .isInstanceOf(Processed.class);
            }
        }

        List<ReceivedRequest> requests = receiver.requests();
        assertThat(requests).hasSize(201);
        assertThat(requests)
                .allSatisfy(request -> assertThat(verify(Providers.STANDARD_WEBHOOKS, request, NOW))
                        .isInstanceOf(Verified.class));
    }

    @Test
    void D10_every_attempt_has_the_same_id_and_bytes_and_a_fresh_timestamp_and_signature() {
        ManualClock clock = clock();
        Event event = event();
        try (Forwarder forwarder =
                Forwarder.open(target(receiver.failTimes(3, 500).url("/")), 4, clock)) {
            for (int attempt = 1; attempt <= 4; attempt++) {
                forwarder.forward(event, attempt);
                clock.advance(Duration.ofMinutes(30));
            }
        }

        List<ReceivedRequest> requests = receiver.requests();
        assertThat(requests).hasSize(4);
        Set<String> timestamps = new HashSet<>();
        Set<String> signatures = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            ReceivedRequest request = requests.get(i);
            assertThat(request.header("webhook-id")).isEqualTo(event.ref().value());
            assertThat(request.body()).isEqualTo(event.body());
            assertThat(verify(Providers.STANDARD_WEBHOOKS, request, NOW.plus(Duration.ofMinutes(30L * i))))
                    .isInstanceOf(Verified.class);
            timestamps.add(request.header("webhook-timestamp"));
            signatures.add(request.header("webhook-signature"));
        }
        assertThat(timestamps).hasSize(4);
        assertThat(signatures).hasSize(4);
    }

    @Test
    void as_ycloud_an_existing_receiver_finds_a_fresh_signature_and_the_headers_it_knows() {
        ReceivedRequest request = forwardAs(
                ForwardForm.as(Providers.YCLOUD),
                event(
                        Headers.of(
                                "Content-Type", "application/json",
                                "YCloud-Signature", "t=1,s=00",
                                "X-Webhook-Endpoint-ID", "wh1",
                                "User-Agent", "YCloud",
                                "X-Forwarded-For", "8.219.65.77"),
                        utf8("{\"id\": \"x\"}")));

        assertThat(verify(Providers.YCLOUD, request, NOW)).isInstanceOf(Verified.class);
        assertThat(request.headers().values("YCloud-Signature")).hasSize(1);
        assertThat(request.header("YCloud-Signature")).startsWith("t=" + NOW.getEpochSecond() + ",s=");
        assertThat(request.headers().values("X-Webhook-Endpoint-ID")).containsExactly("wh1");
        assertThat(request.headers().values("Content-Type")).containsExactly("application/json");
        assertThat(request.header("Surehook-Original-YCloud-Signature")).isEqualTo("t=1,s=00");
        assertThat(request.header("Surehook-Original-X-Forwarded-For")).isEqualTo("8.219.65.77");
        assertThat(request.headers().values("X-Forwarded-For")).isEmpty();
        assertThat(request.header("Surehook-Attempt")).isEqualTo("1");
        assertThat(names(request)).doesNotContain("webhook-id");
    }

    @Test
    void as_wordpane_the_id_header_is_the_providers_id_and_the_signature_has_its_exact_form() {
        Event event = event(
                Headers.of(
                        "WordPane-Event-Id", "1b1c3f54-5d0a-4c7e-9c38-6a4d0b7f1c55", "WordPane-Signature", "t=1,v1=0"),
                utf8("{\"id\":\"1b1c3f54-5d0a-4c7e-9c38-6a4d0b7f1c55\"}"));
        ReceivedRequest request = forwardAs(ForwardForm.as(Providers.WORDPANE), event);

        assertThat(request.headers().values("WordPane-Event-Id")).containsExactly(event.id());
        assertThat(request.headers().values("WordPane-Signature")).hasSize(1);
        assertThat(request.header("WordPane-Signature")).matches("t=" + NOW.getEpochSecond() + ",v1=[0-9a-f]{64}");
        assertThat(verify(Providers.WORDPANE, request, NOW)).isInstanceOf(Verified.class);
    }

    @Test
    void an_id_that_the_providers_id_header_cannot_hold_is_refused_and_nothing_is_sent() {
        try (Forwarder forwarder = Forwarder.open(
                new ForwardTarget(receiver.url("/"), ForwardForm.as(Providers.WORDPANE), SECRETS), 1, clock())) {
            assertThat(forwarder.forward(event("a b\u00e9", Headers.empty(), utf8("{}")), 1))
                    .isEqualTo(new Refused("its id cannot stand in the headers of the form wordpane"));
        }
        assertThat(receiver.requests()).isEmpty();
    }

    private ReceivedRequest forward(Event event) {
        return forward(event, 1);
    }

    private ReceivedRequest forward(Event event, int attempt) {
        try (Forwarder forwarder = forwarder(receiver.url("/hook?key=a%20b&x"))) {
            assertThat(forwarder.forward(event, attempt)).isInstanceOf(Processed.class);
        }
        return last();
    }

    private ReceivedRequest forwardAs(ForwardForm form, Event event) {
        try (Forwarder forwarder = Forwarder.open(new ForwardTarget(receiver.url("/"), form, SECRETS), 1, clock())) {
            assertThat(forwarder.forward(event, 1)).isInstanceOf(Processed.class);
        }
        return last();
    }

    private ReceivedRequest last() {
        List<ReceivedRequest> requests = receiver.requests();
        return requests.get(requests.size() - 1);
    }

    private static List<String> names(ReceivedRequest request) {
        return request.headers().lines().stream()
                .map(Map.Entry::getKey)
                .map(name -> name.toLowerCase(java.util.Locale.ROOT))
                .toList();
    }
}
