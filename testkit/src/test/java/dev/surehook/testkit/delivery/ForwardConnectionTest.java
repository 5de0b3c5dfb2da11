package dev.surehook.testkit.delivery;

import static dev.surehook.testkit.delivery.Forwarding.SOON;
import static dev.surehook.testkit.delivery.Forwarding.event;
import static dev.surehook.testkit.delivery.Forwarding.forwarder;
import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.delivery.Forwarder;
import dev.surehook.engine.work.EventHandler.Failed;
import dev.surehook.engine.work.EventHandler.Outcome;
import dev.surehook.engine.work.EventHandler.Processed;
import dev.surehook.testkit.receiver.Answer;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ForwardConnectionTest {
    private final ScriptedReceiver receiver = ScriptedReceiver.start();

    @AfterEach
    void stop() {
        receiver.close();
    }

    @Test
    void one_connection_serves_one_attempt_after_the_other_whatever_the_answers() {
        receiver.next(
                Answer.status(200).withBody("thanks"),
                Answer.status(500).withBody("x".repeat(60_000)),
                Answer.status(404),
                Answer.redirect(302, "/elsewhere"));
        try (Forwarder forwarder = forwarder(receiver.url("/"))) {
            for (int i = 1; i <= 20; i++) {
                forwarder.forward(event(), i);
            }
        }
        assertThat(receiver.requests()).hasSize(20);
        assertThat(receiver.connections()).isEqualTo(1);
    }

    @Test
    void a_server_that_closes_connections_after_it_answered_costs_one_attempt_at_most() {
        receiver.respond(Answer.status(204).thenClose());
        int failures = 0;
        try (Forwarder forwarder = forwarder(receiver.url("/"))) {
            for (int i = 1; i <= 30; i++) {
                failures += forwarder.forward(event(), i) instanceof Processed ? 0 : 1;
                awaitClosed();
            }
        }
        // It may close while the next request is being written, which nobody can see in time; from then on it is known.
        assertThat(failures).isLessThanOrEqualTo(1);
        assertThat(receiver.requests()).hasSize(30 - failures);
    }

    private void awaitClosed() {
        long deadline = System.nanoTime() + SOON.toNanos();
        while (receiver.openConnections() > 0) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void a_restarted_endpoint_is_reached_again_at_once() {
        try (Forwarder forwarder = forwarder(receiver.url("/"))) {
            assertThat(forwarder.forward(event(), 1)).isInstanceOf(Processed.class);
            receiver.stop();
            assertThat(forwarder.forward(event(), 2)).isInstanceOf(Failed.class);
            receiver.restart();
            assertThat(forwarder.forward(event(), 3)).isInstanceOf(Processed.class);
        }
        assertThat(receiver.requests()).hasSize(2);
    }

    @Test
    void as_many_attempts_as_promised_run_at_once() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        receiver.respond(Answer.status(204).heldBy(gate));
        ExecutorService workers = Executors.newFixedThreadPool(4);
        try (Forwarder forwarder = forwarder(receiver.url("/"))) {
            List<Future<Outcome>> attempts = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                attempts.add(workers.submit(() -> forwarder.forward(event(), 1)));
            }
            receiver.awaitRequests(4, SOON);
            gate.countDown();
            for (Future<Outcome> attempt : attempts) {
                assertThat(attempt.get(10, TimeUnit.SECONDS)).isInstanceOf(Processed.class);
            }
        } finally {
            workers.shutdown();
        }
    }

    @Test
    void proxies_from_system_properties_are_not_used() {
        String before = System.setProperty("http.proxyHost", "127.0.0.1");
        System.setProperty("http.proxyPort", "9");
        System.setProperty("http.nonProxyHosts", "");
        try (Forwarder forwarder = forwarder(receiver.url("/"))) {
            assertThat(forwarder.forward(event(), 1)).isInstanceOf(Processed.class);
        } finally {
            if (before == null) {
                System.clearProperty("http.proxyHost");
            }
            System.clearProperty("http.proxyPort");
            System.clearProperty("http.nonProxyHosts");
        }
    }

    @Test
    void cookies_are_not_kept() {
        receiver.respond(Answer.status(200).withHeader("Set-Cookie", "session=1"));
        try (Forwarder forwarder = forwarder(receiver.url("/"))) {
            forwarder.forward(event(), 1);
            forwarder.forward(event(), 2);
        }
        assertThat(receiver.requests().get(1).headers().values("Cookie")).isEmpty();
    }
}
