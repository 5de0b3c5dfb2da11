package dev.surehook.testkit.delivery;

import static dev.surehook.testkit.delivery.Forwarding.SOON;
import static dev.surehook.testkit.delivery.Sending.answered;
import static dev.surehook.testkit.delivery.Sending.local;
import static dev.surehook.testkit.delivery.Sending.post;
import static dev.surehook.testkit.delivery.Sending.result;
import static dev.surehook.testkit.delivery.Sending.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.delivery.HttpSender.Answered;
import dev.surehook.engine.delivery.HttpSender.Outbound;
import dev.surehook.engine.delivery.HttpSender.Sent;
import dev.surehook.engine.delivery.PooledSender;
import dev.surehook.engine.profile.SendingProfile.Timeouts;
import dev.surehook.testkit.receiver.Answer;
import dev.surehook.testkit.receiver.HttpAnswer;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SendOutcomeTest {
    private static final Timeouts SHORT = new Timeouts(Duration.ofMillis(600), Duration.ofMillis(600));
    private static final Duration DRIP = Duration.ofMillis(50);

    private final ScriptedReceiver receiver = ScriptedReceiver.start();
    private final PooledSender sender = local();

    @AfterEach
    void stop() {
        sender.close();
        receiver.close();
    }

    @Test
    void D6_the_request_is_plain_http_1_1_with_one_host_and_a_length() {
        Outbound request = new Outbound(
                receiver.url("//hook/../a%20b?key=a&x[]"),
                List.of(Map.entry("webhook-id", "evt_1"), Map.entry("X-Name", "J\u00fcrgen")),
                new byte[] {0, -1, 13, 10},
                SHORT);
        assertThat(result(send(sender, request))).isEqualTo("204");

        ReceivedRequest seen = receiver.requests().get(0);
        // The version is that of the jar, where the class comes from one.
        assertThat(seen.headText().lines().map(line -> line.replaceFirst("(User-Agent: Surehook/).+", "$1dev")))
                .containsExactlyInAnyOrder(
                        "POST //hook/../a%20b?key=a&x[] HTTP/1.1",
                        "webhook-id: evt_1",
                        "X-Name: J\u00fcrgen",
                        "Host: 127.0.0.1:" + receiver.port(),
                        "Content-Length: 4",
                        "Connection: keep-alive",
                        "User-Agent: Surehook/dev",
                        "");
        assertThat(seen.body()).containsExactly(0, -1, 13, 10);
    }

    @ParameterizedTest
    @CsvSource({"Host, x", "Content-Length, 5", "transfer-encoding, chunked", "Connection, close", "a b, x", "'', x"})
    void a_header_that_would_break_the_form_of_the_request_is_refused(String name, String value) {
        assertThatThrownBy(() -> outbound(name, value)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX: y", "a\n", "\0", "\u0100"})
    void a_header_value_that_would_become_other_lines_is_refused(String value) {
        assertThatThrownBy(() -> outbound("X-A", value)).isInstanceOf(IllegalArgumentException.class);
    }

    private Outbound outbound(String name, String value) {
        return new Outbound(receiver.url("/"), List.of(Map.entry(name, value)), new byte[0], SHORT);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void D1_E5_a_redirect_is_an_answer_like_any_other_and_is_never_followed(int status) {
        try (ScriptedReceiver canary = ScriptedReceiver.start()) {
            receiver.respond(Answer.redirect(status, canary.url("/ok").toString()));

            assertThat(result(send(sender, receiver.url("/")))).isEqualTo(Integer.toString(status));
            assertThat(canary.connections()).isZero();
            assertThat(receiver.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"429, 120, 120", "503, 'Mon, 30 Nov 2026 12:02:00 GMT', 120", "429, soon, 0"})
    void D3_retry_after_is_read(int status, String header, long seconds) {
        receiver.respond(Answer.status(status).withHeader("Retry-After", header));

        assertThat(answered(send(sender, receiver.url("/"))).retryAfter()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void the_beginning_of_the_answer_is_kept_whatever_its_bytes_are() {
        byte[] bytes = new byte[5_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        receiver.next(new HttpAnswer(200, List.of(), bytes), Answer.status(200).withBody("x".repeat(4_096)));

        Answered more = answered(send(sender, receiver.url("/")));
        assertThat(more.body()).isEqualTo(java.util.Arrays.copyOf(bytes, 4_096));
        assertThat(more.cut()).isTrue();
        Answered all = answered(send(sender, receiver.url("/")));
        assertThat(all.body()).hasSize(4_096);
        assertThat(all.cut()).isFalse();
        assertThat(answered(send(sender, receiver.url("/"))).body()).isEmpty();
        assertThat(receiver.connections()).isEqualTo(1);
    }

    @Test
    void an_encoded_answer_is_not_decoded() {
        receiver.respond(new HttpAnswer(200, List.of(Map.entry("Content-Encoding", "gzip")), new byte[] {31, -117, 0}));

        assertThat(answered(send(sender, receiver.url("/"))).body()).containsExactly(31, -117, 0);
    }

    @Test
    void D5_an_answer_that_drips_without_end_is_cut_at_the_total_timeout() {
        receiver.respond(Answer.drippingBody(200, DRIP));

        Answered sent = answered(send(sender, post(receiver.url("/").toString(), SHORT)));
        assertThat(sent.status()).isEqualTo(200);
        assertThat(sent.cut()).isTrue();
        assertThat(new String(sent.body(), StandardCharsets.US_ASCII)).matches("x+");
        assertThat(sent.took()).isBetween(SHORT.total(), SHORT.total().plusSeconds(2));
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void D5_of_a_huge_answer_the_beginning_is_kept_and_the_connection_is_dropped() {
        receiver.respond(Answer.endlessBody(200));

        Answered sent = answered(send(sender, receiver.url("/")));
        assertThat(sent.body()).hasSize(4_096);
        assertThat(sent.cut()).isTrue();
        assertThat(sent.took()).isLessThan(Duration.ofSeconds(4));
        awaitNoConnection();
    }

    @Test
    void an_answer_that_breaks_in_the_middle_counts_by_its_status() {
        receiver.respond(
                Answer.raw("HTTP/1.1 500 No\r\nContent-Length: 10\r\n\r\nab".getBytes(StandardCharsets.US_ASCII)));

        Answered sent = answered(send(sender, receiver.url("/")));
        assertThat(sent.status()).isEqualTo(500);
        assertThat(sent.body()).isEqualTo(new byte[] {'a', 'b'});
        assertThat(sent.cut()).isTrue();
    }

    @Test
    void D4_every_network_fault_has_its_own_reason() {
        receiver.next(Answer.reset(), Answer.closeWithoutAnswer(), Answer.never());
        List<String> reasons = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            reasons.add(result(send(sender, post(receiver.url("/h?token=ZZZ9").toString(), SHORT))));
        }
        receiver.stop();
        reasons.add(result(send(sender, receiver.url("/h?token=ZZZ9"))));
        reasons.add(result(send(sender, URI.create("http://nowhere.invalid/h?token=ZZZ9"))));

        assertThat(reasons)
                .containsExactly(
                        "connection reset",
                        "connection closed without an answer",
                        "no answer within 600 ms",
                        "connection refused",
                        "unknown host name");
    }

    @Test
    void an_attempt_that_found_no_free_connection_to_its_host_has_its_own_reason() {
        receiver.respond(Answer.never());
        for (int i = 0; i < 8; i++) {
            sender.send(post(receiver.url("/")), sent -> {});
        }
        receiver.awaitRequests(8, SOON);

        assertThat(result(send(sender, post(receiver.url("/").toString(), SHORT))))
                .isEqualTo("no connection free within 600 ms");
        assertThat(receiver.requests()).hasSize(8);
    }

    @Test
    void closing_tells_the_end_of_running_attempts_and_of_later_ones() {
        receiver.respond(Answer.never());
        BlockingQueue<String> results = new LinkedBlockingQueue<>();
        sender.send(post(receiver.url("/")), sent -> results.add(result(sent)));
        receiver.awaitRequests(1, SOON);

        sender.close();
        sender.send(post(receiver.url("/")), sent -> results.add(result(sent)));

        assertThat(take(results, 2))
                .containsExactly("broken off because this node stops", "not sent because this node stops");
    }

    @Test
    void an_end_that_throws_disturbs_nobody_else() {
        sender.send(post(receiver.url("/")), sent -> {
            throw new IllegalStateException("on purpose");
        });

        assertThat(result(send(sender, receiver.url("/")))).isEqualTo("204");
    }

    @Test
    void connections_are_kept_for_a_second_and_not_much_longer() {
        for (int i = 0; i < 50; i++) {
            send(sender, receiver.url("/"));
        }
        assertThat(receiver.connections()).isEqualTo(1);
        awaitNoConnection();
    }

    @Test
    void a_host_that_kept_connections_and_then_closes_them_without_a_word_costs_one_attempt_at_most() {
        for (int i = 0; i < 10; i++) {
            assertThat(result(send(sender, receiver.url("/")))).isEqualTo("204");
        }
        receiver.respond(Answer.status(204).thenClose());
        int failures = 0;
        for (int i = 0; i < 20; i++) {
            failures += result(send(sender, receiver.url("/"))).equals("204") ? 0 : 1;
            awaitNoConnection();
        }

        assertThat(failures).isLessThanOrEqualTo(1);
    }

    @Test
    void every_end_is_told_exactly_once_and_none_is_forgotten() {
        receiver.respond(Answer.status(204).after(Duration.ofMillis(15)));
        Timeouts tight = new Timeouts(Duration.ofMillis(20), Duration.ofMillis(20));
        BlockingQueue<Sent> results = new LinkedBlockingQueue<>();
        for (int i = 0; i < 300; i++) {
            sender.send(post(receiver.url("/").toString(), tight), results::add);
        }

        assertThat(take(results, 300)).hasSize(300);
        sender.close();
        assertThat(results).isEmpty();
    }

    private void awaitNoConnection() {
        long deadline = System.nanoTime() + SOON.toNanos();
        while (receiver.openConnections() > 0) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
        }
    }

    private static <T> List<T> take(BlockingQueue<T> results, int count) {
        List<T> taken = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                T next = results.poll(10, TimeUnit.SECONDS);
                assertThat(next).as("end number %d", i + 1).isNotNull();
                taken.add(next);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return taken;
    }
}
