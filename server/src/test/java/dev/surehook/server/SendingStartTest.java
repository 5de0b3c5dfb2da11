package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.server.start.BadStart;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SendingStartTest {
    @TempDir
    Path folder;

    @Test
    void a_server_that_sends_nothing_makes_no_sealing_key_and_no_thread_for_it() {
        try (TestingServer server =
                TestingServer.in(folder).source("ycloud", "ycloud").start()) {
            assertThat(folder.resolve("sealing-key")).doesNotExist();
            assertThat(server.printed()).doesNotContain("Sealing key");
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("surehook-fan-out") || name.startsWith("surehook-send"));
            assertThat(metrics(server)).contains("surehook_oldest_due_delivery_age_seconds 0.0");
        }
    }

    @Test
    void a_server_without_a_source_starts_and_says_that_it_only_sends() {
        try (TestingServer server = TestingServer.in(folder).start()) {
            assertThat(server.printed()).contains("warning: no source is configured, so this server only sends");
            assertThat(server.send(HttpRequest.newBuilder(server.url("/health")))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_list_of_targets_that_cannot_be_read_stops_the_start() {
        assertThatThrownBy(() -> TestingServer.in(folder)
                        .set("targets.allow", "10.0.0.0/99")
                        .start())
                .isInstanceOf(BadStart.class)
                .hasMessageStartingWith("surehook.targets.allow: '10.0.0.0/99'");
        assertThat(Files.exists(folder.resolve("surehook.db"))).isFalse();
    }

    private static String metrics(TestingServer server) {
        return new String(
                server.send(HttpRequest.newBuilder(server.url("/metrics"))).body(), StandardCharsets.UTF_8);
    }
}
