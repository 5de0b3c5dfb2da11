package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthTest {
    @TempDir
    Path folder;

    @Test
    void a_server_that_can_store_is_live_ready_and_healthy() {
        try (TestingServer server =
                TestingServer.in(folder).source("ycloud", "ycloud").start()) {
            for (String path : new String[] {"/health", "/health/live", "/health/ready"}) {
                HttpResponse<byte[]> answer = server.send(HttpRequest.newBuilder(server.url(path)));

                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("\"status\":\"up\"");
            }
        }
    }

    @Test
    void metrics_count_answers_and_refusals_by_reason() {
        try (TestingServer server =
                TestingServer.in(folder).source("ycloud", "ycloud").start()) {
            server.post("/in/ycloud", Signed.ycloud("{\"id\":\"e\",\"type\":\"t\"}"));
            server.post("/in/ycloud", Signed.ycloud("{}").without("YCloud-Signature"));

            String metrics = new String(
                    server.send(HttpRequest.newBuilder(server.url("/metrics"))).body(), StandardCharsets.UTF_8);

            assertThat(metrics)
                    .contains("surehook_accept_seconds_count{outcome=\"accepted\",source=\"ycloud\"} 1")
                    .contains("surehook_rejected_total{reason=\"signature_missing\",source=\"ycloud\"} 1.0")
                    .contains("surehook_store_available 1.0");
        }
    }
}
