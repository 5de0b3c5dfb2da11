package dev.surehook.testkit.delivery;

import static dev.surehook.testkit.delivery.Forwarding.SOON;
import static dev.surehook.testkit.delivery.Forwarding.clock;
import static dev.surehook.testkit.delivery.Forwarding.event;
import static dev.surehook.testkit.delivery.Forwarding.forwarder;
import static dev.surehook.testkit.delivery.Forwarding.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.delivery.Forwarder;
import dev.surehook.engine.work.EventHandler.Failed;
import dev.surehook.engine.work.EventHandler.Outcome;
import dev.surehook.engine.work.EventHandler.Processed;
import dev.surehook.signatures.Headers;
import dev.surehook.testkit.receiver.Answer;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ForwardDeadlineTest {
    private static final Duration TOTAL = Duration.ofMillis(600);
    private static final Duration DRIP = Duration.ofMillis(50);
    /** A slow machine may be late, but not by as long as one more timeout of any kind would take. */
    private static final Duration LATEST = Duration.ofSeconds(3);

    private final ScriptedReceiver receiver = ScriptedReceiver.start();

    @AfterEach
    void stop() {
        receiver.close();
    }

    @Test
    void D5_a_body_that_drips_without_end_is_cut_at_the_total_timeout_and_its_status_counts() {
        Outcome outcome = timed(Answer.drippingBody(200, DRIP));

        assertThat(outcome).isInstanceOf(Processed.class);
        assertThat(outcome.detail()).startsWith("200 in ");
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void D5_a_failure_whose_body_drips_keeps_its_status() {
        assertThat(timed(Answer.drippingBody(503, DRIP)).detail()).startsWith("the endpoint answered 503 in ");
    }

    @Test
    void D5_a_head_that_drips_is_no_answer() {
        assertThat(timed(Answer.drippingHead(200, DRIP)))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.detail()).startsWith("no answer within 600 ms"));
    }

    @Test
    void D5_of_a_huge_body_only_the_beginning_is_read() {
        receiver.respond(Answer.endlessBody(200));
        try (Forwarder forwarder = forwarder(receiver.url("/"))) {
            long start = System.nanoTime();
            assertThat(forwarder.forward(event(), 1)).isInstanceOf(Processed.class);
            // Long before the total timeout of 10 s.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LATEST);
        }
    }

    @Test
    void silence_is_cut_at_the_total_timeout() {
        assertThat(timed(Answer.never()).detail()).startsWith("no answer within 600 ms (after ");
    }

    @Test
    void a_total_timeout_may_be_shorter_than_the_one_for_connecting() {
        receiver.respond(Answer.never());
        try (Forwarder forwarder =
                Forwarder.open(target(receiver.url("/"), Duration.ofSeconds(5), TOTAL), 1, clock())) {
            assertThat(forwarder.forward(event(), 1).detail()).startsWith("no answer within 600 ms");
        }
    }

    @Test
    void an_endpoint_that_reads_nothing_of_a_large_body_is_cut_at_the_total_timeout() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                Forwarder forwarder = forwarder(URI.create("http://127.0.0.1:" + deaf.getLocalPort() + "/"), TOTAL)) {
            long start = System.nanoTime();
            Outcome outcome = forwarder.forward(event(Headers.empty(), new byte[32 << 20]), 1);

            assertThat(outcome.detail()).startsWith("no answer within 600 ms");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(TOTAL, LATEST);
        }
    }

    @Test
    void a_server_that_never_shakes_hands_is_cut_at_the_connect_timeout() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                Forwarder forwarder = Forwarder.open(
                        target(
                                URI.create("https://127.0.0.1:" + deaf.getLocalPort() + "/"),
                                TOTAL,
                                Duration.ofSeconds(10)),
                        1,
                        clock())) {
            long start = System.nanoTime();
            assertThat(forwarder.forward(event(), 1).detail()).startsWith("no connection within 600 ms (after ");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LATEST);
        }
    }

    @Test
    void a_timeout_leaves_the_next_attempt_undisturbed() {
        receiver.next(Answer.never(), Answer.drippingBody(200, DRIP), Answer.endlessBody(200))
                .thenRespond(204);
        try (Forwarder forwarder = forwarder(receiver.url("/"), TOTAL)) {
            assertThat(forwarder.forward(event(), 1)).isInstanceOf(Failed.class);
            assertThat(forwarder.forward(event(), 2)).isInstanceOf(Processed.class);
            assertThat(forwarder.forward(event(), 3)).isInstanceOf(Processed.class);
            assertThat(forwarder.forward(event(), 4).detail()).startsWith("204 in ");
        }
        assertThat(receiver.requests()).hasSize(4);
    }

    @Test
    void D14_a_hanging_endpoint_costs_another_one_nothing() {
        try (ScriptedReceiver healthy = ScriptedReceiver.start();
                Forwarder toHanging = forwarder(receiver.respond(Answer.never()).url("/"));
                Forwarder toHealthy = forwarder(healthy.url("/"))) {
            ExecutorService workers = Executors.newFixedThreadPool(4);
            for (int i = 0; i < 4; i++) {
                workers.execute(() -> toHanging.forward(event(), 1));
            }
            receiver.awaitRequests(4, SOON);

            for (int i = 0; i < 50; i++) {
                assertThat(toHealthy.forward(event(), 1)).isInstanceOf(Processed.class);
            }
            workers.shutdownNow();
        }
    }

    @Test
    void closing_breaks_a_running_attempt_off() throws Exception {
        receiver.respond(Answer.never());
        ExecutorService worker = Executors.newSingleThreadExecutor();
        Forwarder forwarder = forwarder(receiver.url("/"));
        Future<Outcome> attempt = worker.submit(() -> forwarder.forward(event(), 1));
        receiver.awaitRequests(1, SOON);

        forwarder.close();

        assertThat(attempt.get(5, TimeUnit.SECONDS)).isInstanceOf(Failed.class);
        assertThat(forwarder.forward(event(), 1).detail()).startsWith("not sent because this node stops");
        worker.shutdown();
    }

    @Test
    void an_interrupted_worker_is_given_back_at_once_and_stays_interrupted() throws Exception {
        receiver.respond(Answer.never());
        ExecutorService worker = Executors.newSingleThreadExecutor();
        try (Forwarder forwarder = forwarder(receiver.url("/"))) {
            Future<Boolean> interrupted = worker.submit(() -> {
                String detail = forwarder.forward(event(), 1).detail();
                return Thread.currentThread().isInterrupted()
                        && detail.startsWith("interrupted because this node stops");
            });
            receiver.awaitRequests(1, SOON);

            worker.shutdownNow();

            assertThat(interrupted.get(5, TimeUnit.SECONDS)).isTrue();
        }
    }

    private Outcome timed(Answer answer) {
        receiver.respond(answer);
        try (Forwarder forwarder = forwarder(receiver.url("/"), TOTAL)) {
            long start = System.nanoTime();
            Outcome outcome = forwarder.forward(event(), 1);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(TOTAL, LATEST);
            return outcome;
        }
    }
}
