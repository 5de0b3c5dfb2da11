package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

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

    @Test
    void an_event_whose_work_was_lost_is_named_until_it_is_replayed() throws Exception {
        try (TestingServer server = TestingServer.in(folder)
                .source("ycloud", "ycloud")
                .set("sources.ycloud.forward.url", "http://127.0.0.1:1/")
                .start()) {
            server.post("/in/ycloud", Signed.ycloud("{\"id\":\"evt_lost\",\"type\":\"t\"}"));
            Eventually.holds(
                    () -> server.events("ycloud").get(0).get("state").asString().equals("retrying"));
            loseTheWork();

            Eventually.holds(() -> health(server).statusCode() == 503);
            assertThat(health(server).body()).asString(StandardCharsets.UTF_8).contains("\"without_work\":1");
            JsonNode lost = server.events("ycloud").get(0);
            assertThat(lost.get("reason").asString()).contains("its work is missing");

            server.api("POST", "/events/" + lost.get("ref").asString() + "/replay");
            Eventually.holds(() -> health(server).statusCode() == 200);
        }
    }

    private static HttpResponse<byte[]> health(TestingServer server) {
        return server.send(HttpRequest.newBuilder(server.url("/health")));
    }

    /** What a careless hand does. */
    private void loseTheWork() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("surehook.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 5000");
            statement.execute("DELETE FROM surehook_inbox_retry");
            statement.execute("DELETE FROM surehook_inbox_attempt");
        }
    }
}
