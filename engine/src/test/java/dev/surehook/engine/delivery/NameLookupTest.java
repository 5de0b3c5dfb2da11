package dev.surehook.engine.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.target.Names;
import dev.surehook.engine.work.EventHandler.Failed;
import dev.surehook.engine.work.EventHandler.Outcome;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class NameLookupTest {
    private static final Duration TOTAL = Duration.ofMillis(300);

    /** A resolver that hangs, as one without a reachable name server does, and cannot be interrupted either. */
    private static final class HangingNames implements Names {
        private final CountDownLatch gate = new CountDownLatch(1);
        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public InetAddress[] addressesOf(String host) throws UnknownHostException {
            asked.incrementAndGet();
            boolean interrupted = false;
            while (gate.getCount() > 0) {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
        }
    }

    @Test
    void a_look_up_that_hangs_gives_the_worker_back_at_the_deadline_and_sends_nothing_later() throws IOException {
        HangingNames names = new HangingNames();
        try (ServerSocket endpoint = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                Forwarder forwarder = open(endpoint.getLocalPort(), 1, names)) {
            long start = System.nanoTime();
            Outcome outcome = forwarder.forward(event(), 1);

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(TOTAL, Duration.ofSeconds(3));
            assertThat(outcome).isInstanceOf(Failed.class);
            assertThat(outcome.detail()).startsWith("no answer within 300 ms (after ");

            names.gate.countDown();
            endpoint.setSoTimeout(500);
            Assertions.assertThatThrownBy(endpoint::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void hanging_look_ups_of_one_name_hold_one_thread_and_later_attempts_still_end_in_time() throws IOException {
        HangingNames names = new HangingNames();
        try (Forwarder forwarder = open(9, 2, names)) {
            for (int i = 1; i <= 7; i++) {
                assertThat(forwarder.forward(event(), i).detail()).startsWith("no answer within 300 ms");
            }
            assertThat(names.asked).hasValue(1);
        } finally {
            names.gate.countDown();
        }
    }

    private static Forwarder open(int port, int concurrency, Names names) {
        ForwardTarget target = new ForwardTarget(
                URI.create("http://receiver.test:" + port + "/"),
                ForwardForm.surehook(),
                List.of(Secret.of("whsec_c3VyZWhvb2stZm9yd2FyZC1zZWNyZXQtMDAwMQ==")),
                TOTAL,
                TOTAL);
        return Forwarder.open(target, concurrency, InstantSource.system(), names);
    }

    private static Event event() {
        return new Event(new SourceName("shop"), "1", "t", Instant.EPOCH, Headers.empty(), new byte[] {'{', '}'});
    }
}
