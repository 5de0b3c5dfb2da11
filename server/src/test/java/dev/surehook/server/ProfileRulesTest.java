package dev.surehook.server;

import static dev.surehook.server.SendingApi.errors;
import static dev.surehook.server.SendingApi.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.testkit.receiver.Answer;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a profile of the operator's own changes, over HTTP. */
class ProfileRulesTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private ScriptedReceiver receiver;
    private SendingApi api;

    @BeforeEach
    void start() throws Exception {
        receiver = ScriptedReceiver.start();
        api = new SendingApi(
                SendingApi.settings(folder)
                        .set("profiles.local.envelope.id", "id")
                        .set("profiles.local.envelope.account", "account_id")
                        .set("profiles.local.envelope.payload", "data")
                        .set("profiles.strict.allow-http", "true")
                        .set("profiles.strict.edits.new-url", "cancel")
                        .set("profiles.strict.edits.refused-in-flight", "true")
                        .set("profiles.strict.secret-shown-once", "false")
                        .set("profiles.strict.limits.endpoints", "2")
                        .set("profiles.strict.limits.only-active", "true")
                        .start(),
                TestingServer.API_KEY);
        api.account("acme");
    }

    @AfterEach
    void stop() {
        api.close();
        receiver.close();
    }

    @Test
    void a_payload_is_sent_in_the_profiles_envelope_and_a_test_event_too() {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        api.publish("acme", "e1");
        assertThat(receiver.awaitRequests(1, SOON).get(0).bodyText())
                .isEqualTo("{\"id\":\"e1\",\"account_id\":\"acme\",\"data\":{\"no\":\"e1\"}}");

        String id = json(202, api.post(endpoint + "/test")).get("id").asString();
        ReceivedRequest test = receiver.awaitRequests(2, SOON).get(1);
        assertThat(test.bodyText()).startsWith("{\"id\":\"" + id + "\",\"account_id\":\"acme\",\"data\":{");
    }

    @Test
    void publishing_again_is_a_repeat_and_what_is_no_json_is_refused() {
        String event = "{\"id\":\"e1\",\"type\":\"order.paid\",\"payload\":{}}";
        assertThat(api.post("/accounts/acme/events", event).statusCode()).isEqualTo(202);
        assertThat(api.post("/accounts/acme/events", event).statusCode()).isEqualTo(200);

        HttpResponse<byte[]> refused = api.server()
                .send(api.request("/accounts/acme/events")
                        .header("Content-Type", "text/xml")
                        .header("Surehook-Event-Type", "order.paid")
                        .POST(BodyPublishers.ofString("<a/>")));
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(errors(refused)).containsExactly("payload envelope");
    }

    private String strict(String path) {
        assertThat(api.post("/accounts", "{\"account\":\"firm\",\"profile\":\"strict\"}")
                        .statusCode())
                .isIn(200, 201);
        return api.endpoint("firm", receiver.url(path));
    }

    @Test
    void an_edit_and_a_new_secret_are_refused_while_an_attempt_runs_and_said_when_to_come_again() {
        receiver.next(Answer.never());
        String endpoint = strict("/slow");
        api.publish("firm", "e1");
        receiver.awaitRequests(1, SOON);

        for (HttpResponse<byte[]> refused :
                List.of(api.send("PATCH", endpoint, "{\"name\":\"mine\"}"), api.post(endpoint + "/rotate"))) {
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(errors(refused)).containsExactly("status in-flight");
            assertThat(refused.headers().firstValueAsLong("Retry-After").orElse(0))
                    .isBetween(1L, 16L);
        }
        assertThat(api.look(endpoint).get("name").asString()).isEmpty();
    }

    @Test
    void another_url_cancels_for_good_what_was_for_the_old_one() {
        String endpoint = strict("/old");
        json(200, api.post(endpoint + "/pause", "{}"));
        api.publish("firm", "e1");
        api.awaitOnly("firm", "waiting");

        json(200, api.send("PATCH", endpoint, "{\"url\":\"" + receiver.url("/new") + "\"}"));

        String delivery = api.awaitOnly("firm", "cancelled");
        assertThat(api.look(delivery).get("reason").asString()).isEqualTo("its endpoint's URL changed");
        HttpResponse<byte[]> resent = api.post(delivery + "/resend");
        assertThat(resent.statusCode()).isEqualTo(409);
        assertThat(errors(resent)).containsExactly("state delivery-state");
        json(200, api.post(endpoint + "/resume"));
        api.publish("firm", "e2");
        assertThat(receiver.awaitRequests(1, SOON).get(0).target()).isEqualTo("/new");
    }

    @Test
    void a_secret_that_is_shown_more_than_once_is_in_the_details_and_in_no_list() {
        String endpoint = strict("/hook");
        String secret = api.look(endpoint).get("secret").asString();
        assertThat(secret).startsWith("whsec_");
        String rotated = json(200, api.post(endpoint + "/rotate")).get("secret").asString();

        assertThat(api.look(endpoint).get("secret").asString()).isEqualTo(rotated);
        assertThat(new String(api.get("/accounts/firm/endpoints").body(), StandardCharsets.UTF_8))
                .doesNotContain(secret, rotated, "whsec_");
    }

    @Test
    void only_so_many_endpoints_are_active_at_once() {
        String first = strict("/1");
        strict("/2");
        assertThat(errors(api.post("/accounts/firm/endpoints", "{\"url\":\"" + receiver.url("/3") + "\"}")))
                .containsExactly("endpoints too-many");
        json(200, api.post(first + "/disable"));
        String third = strict("/3");

        HttpResponse<byte[]> full = api.post(first + "/enable");
        assertThat(full.statusCode()).isEqualTo(409);
        assertThat(errors(full)).containsExactly("endpoints too-many");
        json(200, api.post(third + "/pause", "{}"));
        json(200, api.post(first + "/enable"));
        assertThat(errors(api.post(third + "/resume"))).containsExactly("endpoints too-many");
        json(200, api.post(first + "/resume"));
    }

    @Test
    void of_two_edits_at_the_same_moment_none_is_lost() throws Exception {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int i = 0; i < 5; i++) {
                int round = i;
                List<Callable<Integer>> edits = Stream.of(
                                "{\"name\":\"n" + round + "\"}",
                                "{\"types\":[\"t" + round + "\"]}",
                                "{\"headers\":{\"X-A\":\"" + round + "\"}}",
                                "{\"limits\":{\"concurrency\":" + (round + 1) + "}}")
                        .<Callable<Integer>>map(
                                json -> () -> api.send("PATCH", endpoint, json).statusCode())
                        .toList();
                for (Future<Integer> edited : threads.invokeAll(edits, 60, TimeUnit.SECONDS)) {
                    assertThat(edited.get()).isEqualTo(200);
                }
                JsonNode now = api.look(endpoint);
                assertThat(now.get("name").asString()).isEqualTo("n" + round);
                assertThat(now.get("types").get(0).asString()).isEqualTo("t" + round);
                assertThat(now.get("headers").get("X-A").asString()).isEqualTo(String.valueOf(round));
                assertThat(now.get("limits").get("concurrency").asInt()).isEqualTo(round + 1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void an_edit_of_an_endpoint_that_is_another_by_now_is_refused_where_the_caller_asks_for_that() {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        String tag = api.get(endpoint).headers().firstValue("ETag").orElseThrow();

        HttpResponse<byte[]> first = edit(endpoint, tag, "{\"name\":\"first\"}");
        assertThat(first.statusCode()).isEqualTo(200);
        String next = first.headers().firstValue("ETag").orElseThrow();
        assertThat(next).isNotEqualTo(tag);
        HttpResponse<byte[]> second = edit(endpoint, tag, "{\"name\":\"second\"}");
        assertThat(second.statusCode()).isEqualTo(412);
        assertThat(errors(second)).containsExactly("If-Match version");
        assertThat(edit(endpoint, "W/" + next, "{\"name\":\"weak\"}").statusCode())
                .isEqualTo(412);
        assertThat(api.look(endpoint).get("name").asString()).isEqualTo("first");
        assertThat(edit(endpoint, "\"x\", " + next, "{\"name\":\"third\"}").statusCode())
                .isEqualTo(200);
        assertThat(edit(endpoint, "*", "{\"name\":\"any\"}").statusCode()).isEqualTo(200);
    }

    private HttpResponse<byte[]> edit(String endpoint, String tag, String json) {
        return api.server()
                .send(api.request(endpoint)
                        .header("Content-Type", "application/json")
                        .header("If-Match", tag)
                        .method("PATCH", BodyPublishers.ofString(json)));
    }

    @Test
    void endpoints_are_listed_in_pages() {
        String first = api.endpoint("acme", receiver.url("/1"));
        String second = api.endpoint("acme", receiver.url("/2"));
        JsonNode page = api.look("/accounts/acme/endpoints?limit=1");
        assertThat(first).endsWith(page.get("endpoints").get(0).get("ref").asString());
        JsonNode rest = api.look("/accounts/acme/endpoints?limit=5&cursor="
                + page.get("next_cursor").asString());

        assertThat(rest.get("endpoints").size()).isEqualTo(1);
        assertThat(second).endsWith(rest.get("endpoints").get(0).get("ref").asString());
        assertThat(rest.has("next_cursor")).isFalse();
        assertThat(api.get("/accounts/acme/endpoints?limit=0").statusCode()).isEqualTo(400);
        assertThat(api.get("/accounts/acme/endpoints?cursor=x").statusCode()).isEqualTo(400);
    }
}
