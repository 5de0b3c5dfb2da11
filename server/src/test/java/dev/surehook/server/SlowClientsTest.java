package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** F10: five hundred clients that send a byte a second, in their heads and then in their bodies, and one that is silent. */
class SlowClientsTest {
    private static final int EACH = 250;
    private static final String HEAD = "POST /in/ycloud HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n";

    @TempDir
    Path folder;

    private TestingServer server;
    private final List<RawHttp> slow = new ArrayList<>();

    @BeforeEach
    void start() {
        server = TestingServer.in(folder).source("ycloud", "ycloud").start();
    }

    @AfterEach
    void stop() throws IOException {
        for (RawHttp connection : slow) {
            connection.close();
        }
        server.close();
    }

    @Test
    void F10_slow_and_silent_clients_cost_others_nothing_and_are_cut_within_30_seconds() throws IOException {
        post("evt_warm_up");
        for (int i = 0; i < EACH; i++) {
            slow.add(dripping(HEAD));
            slow.add(dripping(HEAD + "\r\n"));
        }
        List<RawHttp> open = new ArrayList<>(slow);
        slow.add(dripping("\r\n"));
        ScheduledExecutorService drip = Executors.newSingleThreadScheduledExecutor();
        try {
            Object ignored = drip.scheduleAtFixedRate(() -> dropByte(open), 1, 1, TimeUnit.SECONDS);
            long began = System.nanoTime();
            for (int i = 0; i < 20; i++) {
                long before = System.nanoTime();
                post("evt_" + i);
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
            }
            for (RawHttp connection : slow) {
                connection.readToEnd();
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
        } finally {
            drip.shutdownNow();
        }
        post("evt_after");
    }

    @Test
    void a_head_over_16_kib_is_431() throws IOException {
        try (RawHttp raw = RawHttp.to(server.port())) {
            raw.write("GET /in/ycloud HTTP/1.1\r\nHost: x\r\nX: " + "a".repeat(17_000) + "\r\n\r\n");

            assertThat(raw.status()).isEqualTo(431);
        }
    }

    @Test
    void what_is_not_http_gets_a_400_without_a_page() throws IOException {
        try (RawHttp raw = RawHttp.to(server.port())) {
            raw.write("GET /in/ycloud HTTP/1.1\r\nno header line\r\n\r\n");

            assertThat(raw.readToEnd())
                    .startsWith("HTTP/1.1 400")
                    .doesNotContainIgnoringCase("jetty")
                    .doesNotContain("<");
        }
    }

    private void post(String id) {
        String json = "{\"id\":\"" + id + "\",\"type\":\"t\"}";
        assertThat(server.post("/in/ycloud", Signed.ycloud(json)).statusCode()).isEqualTo(204);
    }

    private RawHttp dripping(String begin) throws IOException {
        RawHttp connection = RawHttp.to(server.port());
        connection.write(begin);
        return connection;
    }

    /** A letter is part of a header name here and of a body there. */
    private static void dropByte(List<RawHttp> open) {
        for (Iterator<RawHttp> each = open.iterator(); each.hasNext(); ) {
            try {
                each.next().write("a");
            } catch (IOException cut) {
                each.remove();
            }
        }
    }
}
