package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ApiTest {
    private static final String HTML = "{\"id\":\"e1\",\"type\":\"<script>\",\"x\":\"</script><script>\"}";

    @TempDir
    Path folder;

    private TestingServer server;

    @BeforeEach
    void start() {
        server = TestingServer.in(folder)
                .source("ycloud", "ycloud")
                .source("failing", "ycloud")
                .set("sources.failing.forward.url", "http://127.0.0.1:1/x?token=ZZZ9")
                .start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String stored(String source, String json) {
        assertThat(server.post("/in/" + source, Signed.ycloud(json)).statusCode())
                .isEqualTo(204);
        return server.events(source).get(0).get("ref").asString();
    }

    @Test
    void without_the_key_every_path_is_a_401_problem() {
        for (String path : new String[] {"/api/v1/events", "/api/v1/sources", "/api/v1/nothing", "/api"}) {
            HttpResponse<byte[]> none = server.send(HttpRequest.newBuilder(server.url(path)));
            HttpResponse<byte[]> wrong =
                    server.send(HttpRequest.newBuilder(server.url(path)).header("Authorization", "Bearer wrong"));

            assertThat(none.statusCode()).isEqualTo(401);
            assertThat(none.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(wrong.statusCode()).isEqualTo(401);
        }
    }

    @Test
    void an_event_is_shown_with_its_exact_body_and_headers() {
        String ref = stored("ycloud", HTML);
        JsonNode event = server.json("/events/" + ref);

        assertThat(event.get("id").asString()).isEqualTo("e1");
        assertThat(event.get("state").asString()).isEqualTo("ignored");
        assertThat(event.get("reason").asString()).contains("no forward URL");
        assertThat(event.get("body_text").asString()).isEqualTo(HTML);
        assertThat(event.get("body").binaryValue()).isEqualTo(HTML.getBytes(StandardCharsets.UTF_8));
        assertThat(event.get("headers")
                        .valueStream()
                        .map(header -> header.get("name").asString()))
                .anyMatch("ycloud-signature"::equalsIgnoreCase);
        assertThat(event.get("sha256").asString()).hasSize(64);
    }

    @Test
    void a_body_is_never_something_that_a_browser_runs() {
        HttpResponse<byte[]> body = server.api("GET", "/events/" + stored("ycloud", HTML) + "/body");

        assertThat(body.headers().firstValue("Content-Type")).contains("application/octet-stream");
        assertThat(body.headers().firstValue("Content-Disposition").orElseThrow())
                .startsWith("attachment");
        assertThat(body.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }

    @Test
    void pages_go_on_where_the_last_one_ended() {
        for (int i = 0; i < 5; i++) {
            stored("ycloud", "{\"id\":\"e" + i + "\",\"type\":\"t\"}");
        }
        JsonNode first = server.json("/events?limit=3");
        JsonNode second =
                server.json("/events?limit=3&cursor=" + first.get("next_cursor").asString());

        assertThat(first.get("events")).hasSize(3);
        assertThat(second.get("events")).hasSize(2);
        assertThat(second.has("next_cursor")).isFalse();
        assertThat(first.get("events").get(0).get("id").asString()).isEqualTo("e4");
        assertThat(second.get("events").get(1).get("id").asString()).isEqualTo("e0");
    }

    @Test
    void filters_select_and_a_mistyped_one_is_refused() {
        stored("ycloud", HTML);

        assertThat(server.json("/events?state=ignored&type=%3Cscript%3E").get("events"))
                .hasSize(1);
        assertThat(server.json("/events?state=parked").get("events")).isEmpty();
        assertThat(server.api("GET", "/events?stat=parked").statusCode()).isEqualTo(400);
        assertThat(server.api("GET", "/events?state=nothing").statusCode()).isEqualTo(400);
        assertThat(server.api("GET", "/events?since=yesterday").statusCode()).isEqualTo(400);
        assertThat(server.api("POST", "/events/replay?sorce=ycloud").statusCode())
                .isEqualTo(400);
    }

    @Test
    void an_event_is_found_by_the_id_that_its_provider_gave_it() {
        String first = stored("ycloud", HTML);
        String second = stored("failing", HTML);
        stored("ycloud", "{\"id\":\"e2\",\"type\":\"t\"}");

        assertThat(refs("id=e1")).containsExactlyInAnyOrder(first, second);
        assertThat(refs("id=e1&source=ycloud")).containsExactly(first);
        assertThat(refs("id=e1&state=ignored")).containsExactly(first);
        assertThat(refs("id=e1&type=t")).isEmpty();
        assertThat(refs("id=e1&until=2026-01-01T00:00:00Z")).isEmpty();
        assertThat(refs("id=e1&since=2026-01-01T00:00:00Z&limit=1")).hasSize(1);
        assertThat(refs("id=none")).isEmpty();
        assertThat(refs("id=e1&source=nobody")).isEmpty();
    }

    @Test
    void a_replay_by_id_leaves_other_events_and_sources_that_nobody_works_alone() {
        String kept = stored("ycloud", HTML);
        String parked = stored("failing", HTML);
        server.api("POST", "/events/" + parked + "/park");
        String other = stored("failing", "{\"id\":\"e2\",\"type\":\"t\"}");
        server.api("POST", "/events/" + other + "/park");

        HttpResponse<byte[]> answer = server.api("POST", "/events/replay?id=e1");

        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("{\"replayed\":1}");
        assertThat(server.json("/events/" + kept).get("state").asString()).isEqualTo("ignored");
        assertThat(server.json("/events/" + other).get("state").asString()).isEqualTo("parked");
        assertThat(server.json("/events/" + parked).get("state").asString()).isNotEqualTo("parked");
    }

    @Test
    void a_replay_of_everything_is_not_what_was_meant() {
        assertThat(server.api("POST", "/events/replay").statusCode()).isEqualTo(400);
        assertThat(server.api("POST", "/events/replay?limit=5").statusCode()).isEqualTo(400);
    }

    @Test
    void a_filter_that_selects_more_than_it_says_is_refused() {
        for (String filter : new String[] {
            "id=",
            "type=%20",
            "source=",
            "id=e1&cursor=5",
            "type=contact.*",
            "type=%00",
            "since=%2B999999999-12-31T23:59:59Z",
            "until=-999999999-01-01T00:00:00Z"
        }) {
            assertThat(server.api("GET", "/events?" + filter).statusCode())
                    .as(filter)
                    .isEqualTo(400);
            assertThat(server.api("POST", "/events/replay?" + filter).statusCode())
                    .as(filter)
                    .isEqualTo(400);
        }
    }

    private java.util.List<String> refs(String filter) {
        return server.json("/events?" + filter)
                .get("events")
                .valueStream()
                .map(event -> event.get("ref").asString())
                .toList();
    }

    @Test
    void events_can_be_replayed_one_or_many() {
        String ref = stored("failing", HTML);
        Eventually.holds(() -> server.api("POST", "/events/" + ref + "/park").statusCode() == 200);

        assertThat(server.api("POST", "/events/" + ref + "/replay").statusCode())
                .isEqualTo(202);
        assertThat(server.api("POST", "/events/replay?source=failing&state=parked")
                        .statusCode())
                .isEqualTo(202);
    }

    @Test
    void an_event_that_is_being_worked_off_is_not_replayed_beside_that() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                TestingServer hanging = TestingServer.in(folder.resolve("hanging"))
                        .source("hanging", "ycloud")
                        .set("sources.hanging.forward.url", "http://127.0.0.1:" + silent.getLocalPort() + "/")
                        .set("sources.hanging.forward.timeout", "5s")
                        .start()) {
            assertThat(hanging.post("/in/hanging", Signed.ycloud(HTML)).statusCode())
                    .isEqualTo(204);
            String ref = hanging.events("hanging").get(0).get("ref").asString();

            assertThat(hanging.api("POST", "/events/" + ref + "/replay").statusCode())
                    .isEqualTo(409);
        }
    }

    @Test
    void an_event_that_is_only_kept_is_not_put_where_nobody_would_work_it() {
        String ref = stored("ycloud", HTML);

        assertThat(server.api("POST", "/events/" + ref + "/replay").statusCode())
                .isEqualTo(409);
        assertThat(new String(server.api("POST", "/events/" + ref + "/replay").body(), StandardCharsets.UTF_8))
                .contains("source ycloud has no forward URL");
        assertThat(server.json("/events/" + ref).get("state").asString()).isEqualTo("ignored");
    }

    @Test
    void an_erased_event_keeps_its_place_and_loses_its_body() {
        String ref = stored("ycloud", HTML);

        assertThat(server.api("DELETE", "/events/" + ref + "/payload").statusCode())
                .isEqualTo(204);

        HttpResponse<byte[]> body = server.api("GET", "/events/" + ref + "/body");
        assertThat(body.statusCode()).isEqualTo(410);
        assertThat(new String(body.body(), StandardCharsets.UTF_8)).contains("erased at 2");
        assertThat(server.json("/events/" + ref).get("body").asString()).isEmpty();
        assertThat(server.json("/events/" + ref).has("erased_at")).isTrue();
        assertThat(server.post("/in/ycloud", Signed.ycloud(HTML)).statusCode()).isEqualTo(204);
        assertThat(server.events("ycloud")).hasSize(1);
    }

    @Test
    void a_waiting_event_can_be_parked_with_a_reason() {
        String ref = stored("failing", HTML);
        Eventually.holds(
                () -> server.json("/events/" + ref).get("state").asString().equals("retrying"));

        assertThat(server.api("POST", "/events/" + ref + "/park?reason=by%20us").statusCode())
                .isEqualTo(200);

        JsonNode event = server.json("/events/" + ref);
        assertThat(event.get("state").asString()).isEqualTo("parked");
        assertThat(event.get("reason").asString()).contains("by us");
        assertThat(event.get("attempts").get(0).get("outcome").asString()).isEqualTo("retry");
        assertThat(server.api("POST", "/events/" + ref + "/park").statusCode()).isEqualTo(409);
    }

    @Test
    void what_does_not_exist_is_a_404_problem() {
        for (String path : new String[] {"/events/evt_00000000000000000000000000000000", "/events/nonsense"}) {
            HttpResponse<byte[]> answer = server.api("GET", path);

            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("application/problem+json");
        }
    }

    @Test
    void sources_are_shown_without_what_their_urls_may_hide_G1() {
        stored("failing", HTML);
        JsonNode failing = server.json("/sources").get("sources").get(1);

        assertThat(failing.get("forward_url").asString()).isEqualTo("http://127.0.0.1:1/x?***");
        assertThat(failing.get("answers").get("accepted").asLong()).isEqualTo(1);
        assertThat(server.json("/sources").toString()).doesNotContain("ZZZ9").doesNotContain(TestingServer.SECRET);
    }
}
