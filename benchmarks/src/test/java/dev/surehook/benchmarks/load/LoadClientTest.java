package dev.surehook.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadClientTest {

    private static final Duration COUNTED = Duration.ofSeconds(1);

    private final AtomicInteger requests = new AtomicInteger();
    private final ExecutorService oneThread = Executors.newSingleThreadExecutor();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(oneThread);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        oneThread.shutdownNow();
    }

    @Test
    void theClosedLoopCountsEveryAnswer() throws IOException {
        answer(exchange -> 204);
        LoadResult result = run(4, 0);
        assertThat(result.accepted()).isPositive().isEqualTo(result.latency().total());
        assertThat(result.acknowledged()).isEqualTo(requests.get());
        assertThat(result.failures()).isZero();
    }

    @Test
    void answersOtherThan204AreCountedByStatusAndHaveNoLatency() throws IOException {
        answer(exchange -> requests.get() % 2 == 0 ? 204 : 503);
        LoadResult result = run(4, 0);
        assertThat(result.otherAnswers().keySet()).containsExactly(503);
        assertThat(result.otherAnswers().get(503)).isCloseTo(result.accepted(), within(4L));
        assertThat(result.latency().total()).isEqualTo(result.accepted());
    }

    @Test
    void aConnectionThatTheServerClosesAfterAnAnswerIsReplaced() throws IOException {
        answer(exchange -> {
            exchange.getResponseHeaders().set("Connection", "close");
            return 204;
        });
        LoadResult result = run(2, 0);
        assertThat(result.accepted()).isGreaterThan(2);
        assertThat(result.broken()).isZero();
    }

    @Test
    void theOpenLoopSendsAtItsRate() throws IOException {
        answer(exchange -> 204);
        LoadResult result = run(16, 200);
        assertThat(result.accepted() + result.unfinished()).isEqualTo(200);
        assertThat(result.failures()).isZero();
    }

    @Test
    void theOpenLoopChargesAStallToAllRequestsThatWereDueMeanwhile() throws IOException {
        answer(exchange -> {
            if (requests.get() == 20) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
            }
            return 204;
        });
        LoadResult result = run(2, 200);
        assertThat(result.accepted()).isEqualTo(200);
        // Of 200 requests, 100 fell due during the stall; the waits of the first half of them exceed 250 ms.
        assertThat(result.latency().percentile(80)).isGreaterThan(Duration.ofMillis(200));
        assertThat(result.latency().max()).isGreaterThan(Duration.ofMillis(480));
    }

    private LoadResult run(int connections, int rate) throws IOException {
        int port = server.getAddress().getPort();
        return LoadClient.run(new LoadPlan(port, "secret", connections, Duration.ZERO, COUNTED, rate, IdOrder.RANDOM));
    }

    private void answer(Answer answer) {
        server.createContext("/in/ycloud", exchange -> {
            exchange.getRequestBody().readAllBytes();
            requests.incrementAndGet();
            exchange.sendResponseHeaders(answer.statusFor(exchange), -1);
            exchange.close();
        });
    }

    private interface Answer {
        int statusFor(HttpExchange exchange);
    }
}
