package dev.surehook.testkit.delivery;

import static dev.surehook.testkit.delivery.Forwarding.NOW;
import static dev.surehook.testkit.delivery.Forwarding.event;
import static dev.surehook.testkit.delivery.Forwarding.forwarder;
import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.delivery.Forwarder;
import dev.surehook.engine.work.EventHandler.Failed;
import dev.surehook.engine.work.EventHandler.Outcome;
import dev.surehook.engine.work.EventHandler.Processed;
import dev.surehook.engine.work.EventHandler.Refused;
import dev.surehook.testkit.receiver.Answer;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardOutcomeTest {
    private final ScriptedReceiver receiver = ScriptedReceiver.start();

    @AfterEach
    void stop() {
        receiver.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299})
    void any_2xx_means_processed(int status) {
        Outcome outcome = answered(Answer.status(status));

        assertThat(outcome).isInstanceOf(Processed.class);
        assertThat(outcome.detail()).matches(status + " in \\d+ ms");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 407, 409, 429, 500, 503, 599})
    void any_other_status_is_a_failure_with_nothing_of_the_body_in_its_detail(int status) {
        Outcome outcome = answered(Answer.status(status).withBody("Dear Jane Doe, +49 171 555"));

        assertThat(outcome).isInstanceOf(Failed.class);
        assertThat(outcome.detail()).matches("the endpoint answered " + status + " in \\d+ ms");
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void a_410_parks_the_event() {
        Outcome outcome = answered(Answer.status(410));

        assertThat(outcome).isInstanceOf(Refused.class);
        assertThat(outcome.detail()).matches("the endpoint answered 410 Gone in \\d+ ms");
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 304, 307, 308})
    void D1_E5_a_redirect_is_a_failure_and_is_never_followed(int status) {
        try (ScriptedReceiver canary = ScriptedReceiver.start()) {
            Outcome outcome = answered(Answer.redirect(status, canary.url("/ok").toString()));

            assertThat(outcome).isInstanceOf(Failed.class);
            assertThat(outcome.detail())
                    .matches("the endpoint answered " + status + " \\(a redirect, not followed\\) in \\d+ ms");
            assertThat(canary.connections()).isZero();
            assertThat(receiver.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "429, 120, 120",
        "503, 'Mon, 30 Nov 2026 12:02:00 GMT', 120",
        "503, 'Mon, 30 Nov 2026 11:00:00 GMT', 0",
        "503, 0, 0",
        "500, 7, 7",
        "429, -5, 0",
        "429, 1.5, 0",
        "429, soon, 0",
        "429, 99999999999999999999, 999999999",
        "302, 60, 60"
    })
    void D3_retry_after_is_seconds_or_a_date_and_garbage_is_ignored(int status, String header, long seconds) {
        Outcome outcome = answered(Answer.status(status).withHeader("Retry-After", header));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.notBefore()).isEqualTo(Duration.ofSeconds(seconds)));
        assertThat(NOW).hasToString("2026-11-30T12:00:00Z");
    }

    @Test
    void D4_a_refused_connection_is_a_failure() {
        receiver.stop();

        assertThat(failure(receiver.url("/"))).startsWith("connection refused (after ");
    }

    @Test
    void D4_an_unknown_host_is_a_failure() {
        assertThat(failure(URI.create("http://nowhere.invalid/hook"))).startsWith("unknown host name (after ");
    }

    @Test
    void D4_a_server_without_tls_is_a_tls_failure() {
        assertThat(failure(URI.create("https://127.0.0.1:" + receiver.port() + "/")))
                .startsWith("TLS failure: the receiver broke the handshake off (after ");
    }

    @Test
    void D4_a_certificate_that_nobody_vouches_for_is_a_tls_failure_of_its_own() {
        try (ScriptedReceiver untrusted = ScriptedReceiver.startTls(SelfSigned.context())) {
            assertThat(failure(untrusted.url("/")))
                    .startsWith("TLS failure: the certificate is not trusted: it is self-signed (after ");
            assertThat(untrusted.requests()).isEmpty();
        }
    }

    @Test
    void D4_a_reset_is_a_failure() {
        receiver.respond(Answer.reset());

        assertThat(failure(receiver.url("/"))).startsWith("connection reset (after ");
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void D4_a_close_without_an_answer_is_a_failure_and_not_repeated_within_the_attempt() {
        receiver.respond(Answer.closeWithoutAnswer());

        assertThat(failure(receiver.url("/"))).startsWith("connection closed without an answer (after ");
        assertThat(receiver.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/9\r\n\r\n"})
    void an_answer_that_is_not_http_is_a_failure(String garbage) {
        receiver.respond(Answer.raw(garbage.getBytes(StandardCharsets.US_ASCII)));

        // Some servers greet with lines; the client looks past a few of them before the connection ends.
        assertThat(failure(receiver.url("/")))
                .containsAnyOf("the answer is not HTTP", "connection closed without an answer");
    }

    @Test
    void a_head_without_end_is_a_failure() {
        receiver.respond(Answer.raw(("HTTP/1.1 200 OK\r\nX-Long: " + "x".repeat(100_000) + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII)));

        assertThat(failure(receiver.url("/"))).startsWith("the answer is not HTTP (after ");
    }

    private Outcome answered(Answer answer) {
        receiver.respond(answer);
        try (Forwarder forwarder = forwarder(receiver.url("/hook"))) {
            return forwarder.forward(event(), 1);
        }
    }

    private static String failure(URI url) {
        try (Forwarder forwarder = forwarder(url)) {
            Outcome outcome = forwarder.forward(event(), 1);
            assertThat(outcome).isInstanceOf(Failed.class);
            return outcome.detail();
        }
    }
}
