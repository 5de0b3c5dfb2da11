package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds while something else goes on or goes wrong. */
class UnderLoadTest {
    @TempDir
    Path folder;

    private TestingServer.Starting ycloud() {
        return TestingServer.in(folder).source("ycloud", "ycloud");
    }

    private static String event(String id) {
        return "{\"id\":\"" + id + "\",\"type\":\"t\"}";
    }

    @Test
    void C12_every_event_that_got_a_2xx_is_there_after_a_shutdown_under_load() throws InterruptedException {
        Set<String> promised = ConcurrentHashMap.newKeySet();
        ExecutorService senders = Executors.newFixedThreadPool(8);
        try (TestingServer server = ycloud().start()) {
            for (int sender = 0; sender < 8; sender++) {
                String prefix = "evt_" + sender + "_";
                senders.execute(() -> sendUntilClosed(server, prefix, promised));
            }
            Eventually.holds(() -> promised.size() > 50);
        }
        senders.shutdown();
        assertThat(senders.awaitTermination(60, TimeUnit.SECONDS)).isTrue();

        try (TestingServer server = ycloud().start()) {
            Set<String> stored = ConcurrentHashMap.newKeySet();
            String cursor = "0";
            while (cursor != null) {
                var page = server.json("/events?limit=500&cursor=" + cursor);
                page.get("events").forEach(event -> stored.add(event.get("id").asString()));
                cursor = page.has("next_cursor") ? page.get("next_cursor").asString() : null;
            }
            assertThat(stored).containsAll(promised);
        }
    }

    private static void sendUntilClosed(TestingServer server, String prefix, Set<String> promised) {
        for (int i = 0; i < 100_000; i++) {
            try {
                if (server.post("/in/ycloud", Signed.ycloud(event(prefix + i))).statusCode() != 204) {
                    return;
                }
                promised.add(prefix + i);
            } catch (UncheckedIOException closed) {
                return;
            }
        }
    }

    @Test
    void C13_an_endpoint_that_hangs_does_not_slow_the_answer() throws IOException {
        try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                TestingServer server = ycloud().set("sources.ycloud.concurrency", "2")
                        .set("sources.ycloud.forward.url", "http://127.0.0.1:" + hanging.getLocalPort() + "/")
                        .start()) {
            for (int i = 0; i < 20; i++) {
                server.post("/in/ycloud", Signed.ycloud(event("evt_busy_" + i)));
            }
            long began = System.nanoTime();
            HttpResponse<byte[]> answer = server.post("/in/ycloud", Signed.ycloud(event("evt_next")));

            assertThat(answer.statusCode()).isEqualTo(204);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(1));
        }
    }

    @Test
    void F2_a_foreign_lock_on_the_database_gives_503_and_passes_without_a_restart() throws Exception {
        try (TestingServer server = ycloud().start()) {
            try (Connection foreign = DriverManager.getConnection("jdbc:sqlite:" + databaseFile());
                    Statement statement = foreign.createStatement()) {
                statement.execute("begin immediate");
                long began = System.nanoTime();
                HttpResponse<byte[]> answer = server.post("/in/ycloud", Signed.ycloud(event("evt_locked")));

                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.headers().firstValue("Retry-After")).contains("5");
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(6));
                statement.execute("rollback");
            }
            Eventually.holds(() -> server.post("/in/ycloud", Signed.ycloud(event("evt_locked")))
                            .statusCode()
                    == 204);
            assertThat(server.events("ycloud")).hasSize(1);
        }
    }

    private Path databaseFile() throws IOException, SQLException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".db"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
