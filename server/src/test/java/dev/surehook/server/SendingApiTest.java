package dev.surehook.server;

import static dev.surehook.server.SendingApi.errors;
import static dev.surehook.server.SendingApi.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verifier;
import dev.surehook.testkit.receiver.Answer;
import dev.surehook.testkit.receiver.HttpAnswer;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class SendingApiTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private SendingApi api;
    private ScriptedReceiver receiver;

    @BeforeEach
    void start() {
        receiver = ScriptedReceiver.start();
        api = SendingApi.in(folder);
        api.account("acme");
    }

    @AfterEach
    void stop() {
        api.close();
        receiver.close();
    }

    private static boolean verified(ReceivedRequest request, String secret) {
        return Verifier.of(Providers.STANDARD_WEBHOOKS, List.of(Secret.of(secret)))
                .verify(new SignedRequest("POST", "", request.headers(), request.body()), Instant.now())
                .isVerified();
    }

    @Test
    void an_account_is_made_once_and_keeps_its_profile() {
        HttpResponse<byte[]> made = api.post("/accounts", "{\"account\":\"shop:7\",\"profile\":\"standard\"}");
        HttpResponse<byte[]> again = api.post("/accounts", "{\"account\":\"shop:7\"}");
        HttpResponse<byte[]> other = api.post("/accounts", "{\"account\":\"shop:7\",\"profile\":\"local\"}");

        assertThat(json(201, made).get("profile").asString()).isEqualTo("standard");
        assertThat(made.headers().firstValue("Location")).contains("/api/v1/accounts/shop:7");
        assertThat(json(200, again)).isEqualTo(json(made));
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(errors(other)).containsExactly("profile other-profile");
        assertThat(api.look("/accounts/shop:7")).isEqualTo(json(made));
    }

    @Test
    void accounts_are_listed_by_name_in_pages() {
        api.account("b");
        api.account("c");
        JsonNode first = api.look("/accounts?limit=2");
        JsonNode second =
                api.look("/accounts?limit=2&cursor=" + first.get("next_cursor").asString());

        assertThat(first.get("accounts")
                        .valueStream()
                        .map(one -> one.get("account").asString()))
                .containsExactly("acme", "b");
        assertThat(second.get("accounts")
                        .valueStream()
                        .map(one -> one.get("account").asString()))
                .containsExactly("c");
        assertThat(second.has("next_cursor")).isFalse();
    }

    @Test
    void what_is_wrong_with_an_account_is_named() {
        assertThat(errors(api.post("/accounts", "{}"))).containsExactly("account missing");
        assertThat(errors(api.post("/accounts", "{\"account\":\"/\"}"))).containsExactly("account account-name");
        assertThat(errors(api.post("/accounts", "{\"account\":7,\"profile\":\"none\",\"x\":1}")))
                .containsExactlyInAnyOrder("x unknown", "account form", "profile unknown");
        assertThat(api.post("/accounts", "[]").statusCode()).isEqualTo(400);
        assertThat(api.post("/accounts", "{\"account\":\"a\",\"account\":\"b\"}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void D9_a_payload_arrives_as_it_was_written_and_signed_with_the_secret_that_was_shown_once() {
        JsonNode endpoint = json(
                201,
                api.post(
                        "/accounts/acme/endpoints",
                        "{\"url\":\"" + receiver.url("/hook") + "\",\"headers\":{\"X-Shop\":\"7\"}}"));
        List<String> payloads = List.of(
                "{ \"b\" : 1.0e3,\n\t\"a\": \"\\u00e9 é \\/ 😀\", \"a\": [1,2 ,{}] }",
                "[ ]",
                "\"text \\\" with } brackets\"",
                "-0.10",
                "true",
                "null",
                "12345678901234567890123456789.0");
        for (String payload : payloads) {
            json(
                    202,
                    api.post(
                            "/accounts/acme/events",
                            "{\"type\":\"order.paid\" ,\"payload\" :  " + payload + "  , \"id\":\"e"
                                    + payloads.indexOf(payload) + "\"}"));
        }

        List<ReceivedRequest> requests = receiver.awaitRequests(payloads.size(), SOON);
        for (ReceivedRequest request : requests) {
            int number = Integer.parseInt(request.header("webhook-id").substring(1));
            assertThat(request.bodyText()).isEqualTo(payloads.get(number));
            assertThat(request.header("Content-Type")).isEqualTo("application/json");
            assertThat(request.header("X-Shop")).isEqualTo("7");
            assertThat(verified(request, endpoint.get("secret").asString())).isTrue();
        }
        String path = "/accounts/acme/endpoints/" + endpoint.get("ref").asString();
        assertThat(api.look(path).has("secret")).isFalse();
        assertThat(new String(api.get("/accounts/acme/endpoints").body(), StandardCharsets.UTF_8))
                .doesNotContain(endpoint.get("secret").asString());
    }

    @Test
    void any_bytes_are_published_as_they_are_with_their_type_in_a_header() {
        api.endpoint("acme", receiver.url("/hook"));
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        JsonNode kept = json(
                202,
                api.server()
                        .send(api.request("/accounts/acme/events")
                                .header("Content-Type", "application/x-protobuf; v=1")
                                .header("Surehook-Event-Id", "bin-1")
                                .header("Surehook-Event-Type", "blob.made")
                                .POST(BodyPublishers.ofByteArray(bytes))));

        ReceivedRequest request = receiver.awaitRequests(1, SOON).get(0);
        assertThat(request.body()).isEqualTo(bytes);
        assertThat(request.header("Content-Type")).isEqualTo("application/x-protobuf; v=1");
        assertThat(kept.get("id").asString()).isEqualTo("bin-1");
        String path = "/accounts/acme/events/" + kept.get("ref").asString();
        JsonNode event = api.look(path);
        assertThat(event.get("body").binaryValue()).isEqualTo(bytes);
        assertThat(event.has("body_text")).isFalse();
        assertThat(event.get("type").asString()).isEqualTo("blob.made");
        assertThat(api.get(path + "/body").body()).isEqualTo(bytes);
        assertThat(api.get(path + "/body").headers().firstValue("Content-Type")).contains("application/octet-stream");
    }

    @Test
    void D11_an_id_is_published_once_and_other_content_under_it_is_a_409() {
        String body = "{\"id\":\"e1\",\"type\":\"t\",\"payload\":{\"a\":1}}";
        JsonNode first = json(202, api.post("/accounts/acme/events", body));
        JsonNode again = json(200, api.post("/accounts/acme/events", body));
        HttpResponse<byte[]> other =
                api.post("/accounts/acme/events", "{\"id\":\"e1\",\"type\":\"t\",\"payload\":{\"a\": 1}}");

        assertThat(again).isEqualTo(first);
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(errors(other)).containsExactly("id other-content");
        JsonNode event = api.look("/accounts/acme/events/" + first.get("ref").asString());
        assertThat(event.get("body_text").asString()).isEqualTo("{\"a\":1}");
        assertThat(event.get("conflicts").asInt()).isEqualTo(1);
        JsonNode made = json(202, api.post("/accounts/acme/events", "{\"type\":\"t\",\"payload\":1}"));
        assertThat(made.get("id").asString()).startsWith("msg_");
    }

    @Test
    void what_is_wrong_with_an_event_is_named() {
        assertThat(errors(api.post("/accounts/acme/events", "{}"))).containsExactly("type missing", "payload missing");
        assertThat(errors(
                        api.post("/accounts/acme/events", "{\"id\":\"\",\"type\":\"a\\nb\",\"payload\":1,\"y\":[{}]}")))
                .containsExactly("y unknown", "id event-id", "type event-type");
        assertThat(errors(api.post("/accounts/acme/events", "{\"id\":[1],\"type\":2,\"payload\":1,\"payload\":2}")))
                .contains("payload repeated", "id form", "type form");
        for (String id : List.of("a b", "é", "\\u0007", "x".repeat(256))) {
            assertThat(errors(
                            api.post("/accounts/acme/events", "{\"id\":\"" + id + "\",\"type\":\"t\",\"payload\":1}")))
                    .as(id)
                    .containsExactly("id event-id");
        }
        for (String broken :
                List.of("", "[1]", "{\"type\":\"t\",\"payload\":}", "{\"type\":\"t\",\"payload\":1} x", "{")) {
            assertThat(api.post("/accounts/acme/events", broken).statusCode())
                    .as(broken)
                    .isEqualTo(400);
        }
        HttpResponse<byte[]> form = api.server()
                .send(api.request("/accounts/acme/events")
                        .header("Content-Type", "text/plain")
                        .POST(BodyPublishers.ofString("x")));
        assertThat(form.statusCode()).isEqualTo(415);
        assertThat(api.post("/accounts/acme/events", " ".repeat(1 << 20) + "{}").statusCode())
                .isEqualTo(413);
        assertThat(api.look("/accounts/acme/events").get("events")).isEmpty();
    }

    @Test
    void all_that_is_wrong_with_an_endpoint_is_named_at_once() {
        HttpResponse<byte[]> answer = api.post("/accounts/acme/endpoints", """
                {"url":"ftp://127.0.0.1/","name":7,"types":["a b"],"filter":{"x":[]},"colour":"red",
                 "headers":{"Host":"x"},"limits":{"concurrency":0,"per_second":"1"},"secret":"short"}
                """);

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(errors(answer))
                .contains(
                        "colour unknown",
                        "name form",
                        "filter filter",
                        "limits.concurrency range",
                        "limits.per_second form",
                        "types[0] type-white-space",
                        "headers.Host reserved-header",
                        "secret secret-form")
                .anyMatch(error -> error.startsWith("url "));
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).doesNotContain("short");
    }

    @Test
    void E8_a_target_that_the_operator_does_not_allow_is_refused_when_it_is_saved_and_the_setting_is_named() {
        for (String host : List.of("10.30.0.1", "169.254.169.254", "[::ffff:10.0.0.1]")) {
            HttpResponse<byte[]> answer = api.post("/accounts/acme/endpoints", "{\"url\":\"http://" + host + "/\"}");

            assertThat(answer.statusCode()).as(host).isEqualTo(422);
            assertThat(json(answer).get("detail").asString()).contains("surehook.targets.allow");
        }
    }

    @Test
    void an_endpoint_is_changed_field_by_field_and_deleted() {
        String endpoint = api.endpoint(
                "acme",
                "{\"url\":\"" + receiver.url("/a") + "\",\"name\":\"mine\",\"types\":[\"order.*\"],"
                        + "\"filter\":{\"no\":[\"1\"]},\"limits\":{\"concurrency\":3,\"in_order\":true}}");
        JsonNode changed = json(
                200, api.send("PATCH", endpoint, "{\"name\":\"ours\",\"filter\":null,\"limits\":{\"per_second\":9}}"));

        assertThat(changed.get("name").asString()).isEqualTo("ours");
        assertThat(changed.has("filter")).isFalse();
        assertThat(changed.get("types").get(0).asString()).isEqualTo("order.*");
        assertThat(changed.get("limits").toString())
                .isEqualTo("{\"concurrency\":3,\"per_second\":9,\"in_order\":true}");
        assertThat(changed.get("status").asString()).isEqualTo("active");
        assertThat(api.look(endpoint)).isEqualTo(changed);
        assertThat(errors(api.send("PATCH", endpoint, "{\"url\":null,\"secret\":\"x\"}")))
                .containsExactlyInAnyOrder("secret unknown", "url missing");
        assertThat(api.delete(endpoint).statusCode()).isEqualTo(204);
        assertThat(api.get(endpoint).statusCode()).isEqualTo(404);
        assertThat(api.delete(endpoint).statusCode()).isEqualTo(404);
        assertThat(api.look("/accounts/acme/endpoints").get("endpoints")).isEmpty();
    }

    @Test
    void an_account_has_as_many_endpoints_as_its_profile_says() {
        for (int i = 0; i < 5; i++) {
            api.endpoint("acme", receiver.url("/" + i));
        }
        HttpResponse<byte[]> sixth = api.post("/accounts/acme/endpoints", "{\"url\":\"" + receiver.url("/6") + "\"}");

        assertThat(sixth.statusCode()).isEqualTo(409);
        assertThat(errors(sixth)).containsExactly("endpoints too-many");
    }

    @Test
    void D19_after_a_rotation_both_secrets_sign_for_the_overlap_and_without_one_only_the_new() {
        String mine = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        String endpoint =
                api.endpoint("acme", "{\"url\":\"" + receiver.url("/hook") + "\",\"secret\":\"" + mine + "\"}");
        JsonNode rotated = json(200, api.post(endpoint + "/rotate", "{\"overlap\":\"1h\"}"));
        String second = rotated.get("secret").asString();
        api.publish("acme", "e1");
        ReceivedRequest both = receiver.awaitRequests(1, SOON).get(0);

        assertThat(Instant.parse(rotated.get("old_secret_signs_until").asString()))
                .isBetween(Instant.now().plusSeconds(3_500), Instant.now().plusSeconds(3_700));
        assertThat(verified(both, mine)).isTrue();
        assertThat(verified(both, second)).isTrue();

        JsonNode revoked = json(200, api.post(endpoint + "/rotate", "{\"overlap\":\"0s\"}"));
        api.publish("acme", "e2");
        ReceivedRequest one = receiver.awaitRequests(2, SOON).get(1);
        assertThat(revoked.has("old_secret_signs_until")).isFalse();
        assertThat(verified(one, revoked.get("secret").asString())).isTrue();
        assertThat(verified(one, mine)).isFalse();
        assertThat(verified(one, second)).isFalse();
        assertThat(errors(api.post(endpoint + "/rotate", "{\"overlap\":\"8d\",\"secret\":\"x\"}")))
                .containsExactlyInAnyOrder("overlap range", "secret secret-form");
    }

    @Test
    void a_paused_endpoint_gets_what_waited_when_it_is_resumed() {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        JsonNode paused = json(200, api.post(endpoint + "/pause", "{\"reason\":\"moving\"}"));
        api.publish("acme", "e1");
        String delivery = api.awaitOnly("acme", "waiting");

        assertThat(paused.get("status").asString()).isEqualTo("paused");
        assertThat(paused.get("reason").asString()).isEqualTo("moving");
        assertThat(receiver.requests()).isEmpty();
        assertThat(json(200, api.post(endpoint + "/resume")).get("status").asString())
                .isEqualTo("active");
        api.await(delivery, "delivered");
        assertThat(errors(api.post(endpoint + "/pause", "{\"until\":\"2020-01-01T00:00:00Z\"}")))
                .containsExactly("until past");
    }

    @Test
    void D16_what_is_published_while_an_endpoint_is_disabled_is_kept_and_leaves_when_it_is_resent() {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        assertThat(json(200, api.post(endpoint + "/disable", "{}"))
                        .get("status")
                        .asString())
                .isEqualTo("disabled");
        api.publish("acme", "e1");
        String delivery = api.awaitOnly("acme", "not_sent");

        assertThat(api.look(delivery).get("reason").asString()).contains("switched off");
        assertThat(api.post(endpoint + "/resume").statusCode()).isEqualTo(409);
        assertThat(api.post(endpoint + "/test").statusCode()).isEqualTo(409);
        assertThat(api.post(delivery + "/resend").statusCode()).isEqualTo(409);
        json(200, api.post(endpoint + "/enable"));
        assertThat(api.state(delivery)).isEqualTo("not_sent");
        json(202, api.post(delivery + "/resend"));
        api.await(delivery, "delivered");
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void D18_a_delivery_is_resent_by_its_state_with_the_same_id() {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        String other = api.endpoint("acme", "{\"url\":\"" + receiver.url("/x") + "\",\"types\":[\"none\"]}");
        api.account("other");
        api.publish("acme", "e1");
        String delivery = api.awaitOnly("acme", "delivered");
        json(202, api.post(delivery + "/resend"));

        List<ReceivedRequest> requests = receiver.awaitRequests(2, SOON);
        assertThat(requests).extracting(request -> request.header("webhook-id")).containsExactly("e1", "e1");
        api.await(delivery, "delivered");
        assertThat(api.look(delivery).get("attempts")).hasSize(2);

        json(200, api.post(endpoint + "/pause", "{}"));
        json(202, api.post(delivery + "/resend"));
        HttpResponse<byte[]> waiting = api.post(delivery + "/resend");
        assertThat(waiting.statusCode()).isEqualTo(409);
        assertThat(json(waiting).get("detail").asString()).contains("waiting");
        json(200, api.post(delivery + "/cancel", "{\"reason\":\"not wanted\"}"));
        assertThat(api.look(delivery).get("reason").asString()).isEqualTo("not wanted");
        HttpResponse<byte[]> over = api.post(delivery + "/cancel");
        assertThat(over.statusCode()).isEqualTo(409);
        assertThat(json(over).get("detail").asString()).contains("cancelled");

        receiver.respond(Answer.never());
        json(200, api.post(endpoint + "/resume"));
        json(202, api.post(delivery + "/resend"));
        api.await(delivery, "sending");
        assertThat(api.post(delivery + "/resend").statusCode()).isEqualTo(409);
        assertThat(api.post(delivery + "/cancel").statusCode()).isEqualTo(409);

        assertThat(api.post(delivery.replace("/acme/", "/other/") + "/resend").statusCode())
                .isEqualTo(404);
        assertThat(api.delete(other).statusCode()).isEqualTo(204);
        assertThat(api.post("/accounts/acme/deliveries/dlv_" + "0".repeat(32) + "/resend")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void D18_what_was_for_an_endpoint_that_was_deleted_cannot_be_resent() {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        api.publish("acme", "e1");
        String delivery = api.awaitOnly("acme", "delivered");
        api.delete(endpoint);

        assertThat(api.post(delivery + "/resend").statusCode()).isEqualTo(404);
        assertThat(api.state(delivery)).isEqualTo("delivered");
    }

    @Test
    void what_a_receiver_answered_is_shown_as_it_was() {
        receiver.next(Answer.status(500).withBody("sorry é"))
                .next(new HttpAnswer(418, List.of(), new byte[] {0, (byte) 0xff, 'x'}))
                .thenRespond(204);
        api.endpoint("acme", receiver.url("/hook?x=1"));
        api.publish("acme", "e1");
        JsonNode delivery = api.look(api.awaitOnly("acme", "failed"));

        JsonNode first = delivery.get("attempts").get(0);
        JsonNode second = delivery.get("attempts").get(1);
        assertThat(first.get("outcome").asString()).isEqualTo("retry");
        assertThat(first.get("status").asInt()).isEqualTo(500);
        assertThat(first.get("answer_text").asString()).isEqualTo("sorry é");
        assertThat(first.get("url").asString())
                .isEqualTo(receiver.url("/hook?x=1").toString());
        assertThat(first.get("headers")
                        .valueStream()
                        .map(header -> header.get("name").asString()))
                .contains("webhook-id", "webhook-timestamp", "webhook-signature");
        assertThat(second.get("outcome").asString()).isEqualTo("failed");
        assertThat(second.get("answer").binaryValue()).isEqualTo(new byte[] {0, (byte) 0xff, 'x'});
        assertThat(delivery.get("attempt_count").asInt()).isEqualTo(2);
        assertThat(delivery.get("reason").asString()).contains("418");
    }

    @Test
    void a_test_event_goes_to_one_endpoint_whatever_it_wants() {
        api.endpoint("acme", receiver.url("/other"));
        String endpoint = api.endpoint("acme", "{\"url\":\"" + receiver.url("/tested") + "\",\"types\":[\"order.*\"]}");
        JsonNode tested = json(202, api.post(endpoint + "/test"));
        api.awaitOnly("acme", "delivered");

        assertThat(receiver.requests()).extracting(ReceivedRequest::target).containsExactly("/tested");
        assertThat(receiver.requests().get(0).bodyText()).contains("webhook.test");
        assertThat(receiver.requests().get(0).header("webhook-id"))
                .isEqualTo(tested.get("id").asString());
        assertThat(api.deliveries("acme").get(0).get("ref")).isEqualTo(tested.get("delivery"));
        assertThat(api.look("/accounts/acme/events?type=webhook.test").get("events"))
                .hasSize(1);
    }

    @Test
    void lists_have_filters_and_pages_and_refuse_what_they_do_not_know() {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        String ref = endpoint.substring(endpoint.lastIndexOf('/') + 1);
        for (int i = 0; i < 3; i++) {
            api.publish("acme", "e" + i);
        }
        Eventually.holds(() -> api.look("/accounts/acme/deliveries?state=delivered")
                        .get("deliveries")
                        .size()
                == 3);
        JsonNode first = api.look("/accounts/acme/deliveries?limit=2&endpoint=" + ref);
        JsonNode second = api.look("/accounts/acme/deliveries?limit=2&cursor="
                + first.get("next_cursor").asString());
        JsonNode events = api.look("/accounts/acme/events?limit=2");

        assertThat(first.get("deliveries").get(0).get("event_id").asString()).isEqualTo("e2");
        assertThat(second.get("deliveries")).hasSize(1);
        assertThat(second.has("next_cursor")).isFalse();
        assertThat(api.look("/accounts/acme/events?cursor="
                                + events.get("next_cursor").asString())
                        .get("events"))
                .hasSize(1);
        assertThat(api.look("/accounts/acme/deliveries?type=none").get("deliveries"))
                .isEmpty();
        assertThat(api.look("/accounts/acme/deliveries?until=2020-01-01T00:00:00Z")
                        .get("deliveries"))
                .isEmpty();
        for (String wrong : List.of("stat=x", "state=x", "limit=0", "limit=x", "cursor=x", "endpoint=x", "since=now")) {
            HttpResponse<byte[]> answer = api.get("/accounts/acme/deliveries?" + wrong);
            assertThat(answer.statusCode()).as(wrong).isEqualTo(400);
            assertThat(errors(answer)).hasSize(1);
        }
        assertThat(api.get("/accounts/acme/events?cursor=x").statusCode()).isEqualTo(400);
    }

    @Test
    void metrics_count_publications_and_attempts_by_outcome() {
        receiver.failTimes(1, 503);
        api.endpoint("acme", receiver.url("/hook"));
        api.publish("acme", "e1");
        api.awaitOnly("acme", "delivered");

        Eventually.holds(() -> metrics().contains("outcome=\"delivered\",status=\"2xx\"} 1"));
        assertThat(metrics())
                .contains("surehook_published_seconds_count{outcome=\"accepted\"} 1")
                .contains("surehook_delivery_attempts_seconds_count{outcome=\"retry\",status=\"5xx\"} 1")
                .contains("surehook_delivery_attempts_in_flight 0.0")
                .doesNotContain("acme");
    }

    private String metrics() {
        return new String(
                api.server()
                        .send(java.net.http.HttpRequest.newBuilder(api.server().url("/metrics")))
                        .body(),
                StandardCharsets.UTF_8);
    }

    @Test
    void after_a_restart_what_waited_is_sent_without_a_call() {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        json(200, api.post(endpoint + "/pause", "{\"until\":\"" + Instant.now().plusSeconds(2) + "\"}"));
        api.publish("acme", "e1");
        api.awaitOnly("acme", "waiting");
        api.close();
        api = SendingApi.in(folder);

        assertThat(receiver.awaitRequests(1, SOON).get(0).header("webhook-id")).isEqualTo("e1");
        api.awaitOnly("acme", "delivered");
        assertThat(api.look(endpoint).get("status").asString()).isEqualTo("active");
    }
}
