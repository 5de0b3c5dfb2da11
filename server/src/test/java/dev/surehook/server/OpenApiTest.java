package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The document against what the API does. */
class OpenApiTest {
    @TempDir
    Path folder;

    private final Set<String> called = new TreeSet<>();
    private ScriptedReceiver receiver;
    private SendingApi api;
    private OpenApiDocument document;

    @BeforeEach
    void start() {
        receiver = ScriptedReceiver.start();
        api = new SendingApi(
                SendingApi.settings(folder)
                        .source("ycloud", "ycloud")
                        .source("failing", "ycloud")
                        .set("sources.failing.forward.url", "http://127.0.0.1:1/")
                        .start(),
                TestingServer.API_KEY);
        document = new OpenApiDocument(api.look("/openapi.json"));
    }

    @AfterEach
    void stop() {
        api.close();
        receiver.close();
    }

    /** Calls an operation and holds its answer against the document. */
    private JsonNode call(int status, String method, String route, Map<String, String> variables, String json) {
        String path = OpenApiDocument.filled(route, variables);
        HttpRequest.Builder request = api.request(path);
        HttpResponse<byte[]> answer = api.server()
                .send(
                        json.isEmpty()
                                ? request.method(method, BodyPublishers.noBody())
                                : request.header("Content-Type", "application/json")
                                        .method(method, BodyPublishers.ofString(json)));
        called.add(method + " " + route.split("\\?", 2)[0]);
        List<String> faults = document.faults(method, route.split("\\?", 2)[0], answer);
        assertThat(faults)
                .as("%s %s answered %s", method, path, new String(answer.body(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(answer.statusCode()).as(method + " " + path).isEqualTo(status);
        return answer.body().length == 0 || !type(answer).contains("json")
                ? JsonMapper.shared().readTree("{}")
                : SendingApi.json(answer);
    }

    private static String type(HttpResponse<byte[]> answer) {
        return answer.headers().firstValue("Content-Type").orElse("");
    }

    private JsonNode call(int status, String method, String route, Map<String, String> variables) {
        return call(status, method, route, variables, "");
    }

    @Test
    void every_operation_answers_as_the_document_says() {
        sendingSide();
        receivingSide();

        assertThat(called).isEqualTo(document.operations());
    }

    private void sendingSide() {
        call(200, "GET", "/openapi.json", Map.of());
        call(201, "POST", "/accounts", Map.of(), "{\"account\":\"acme\"}");
        call(200, "POST", "/accounts", Map.of(), "{\"account\":\"acme\"}");
        call(422, "POST", "/accounts", Map.of(), "{}");
        call(200, "GET", "/accounts?limit=1", Map.of());
        Map<String, String> of = new HashMap<>(Map.of("account", "acme"));
        call(200, "GET", "/accounts/{account}", of);
        call(404, "GET", "/accounts/{account}", Map.of("account", "none"));
        JsonNode key = call(201, "POST", "/keys", Map.of(), "{\"account\":\"acme\",\"name\":\"shop\"}");
        call(200, "GET", "/keys", Map.of());
        call(204, "DELETE", "/keys/{ref}", Map.of("ref", key.get("ref").asString()));
        endpoints(of);
        call(200, "GET", "/sealing-keys", Map.of());
        call(200, "POST", "/sealing-keys/reseal?limit=1", Map.of());
        call(400, "POST", "/sealing-keys/reseal?cursor=x", Map.of());
        deliveries(of);
        jobs(of);
    }

    private void jobs(Map<String, String> of) {
        String account = "/accounts/{account}";
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        of.put("ref", last(endpoint));
        String route = account + "/endpoints/{ref}";
        call(202, "POST", route + "/recover", of, "{\"since\":\"2026-01-01T00:00:00Z\"}");
        call(422, "POST", route + "/recover", of);
        call(202, "POST", route + "/resume-backlog", of);
        api.post(endpoint + "/disable");
        call(409, "POST", route + "/resume-backlog", of);
        JsonNode job = call(
                202,
                "POST",
                account + "/resends",
                of,
                "{\"states\":[\"failed\"],\"type\":\"t\",\"since\":\"2026-01-01T00:00:00Z\","
                        + "\"until\":\"2026-01-02T00:00:00Z\"}");
        call(422, "POST", account + "/resends", of, "{}");
        of.put("ref", job.get("ref").asString());
        call(200, "GET", account + "/jobs?limit=2", of);
        call(400, "GET", account + "/jobs?limit=x", of);
        Eventually.holds(() -> api.look("/accounts/acme/jobs/" + of.get("ref"))
                .get("state")
                .asString()
                .equals("done"));
        call(200, "GET", account + "/jobs/{ref}", of);
        call(409, "POST", account + "/jobs/{ref}/cancel", of);
        call(404, "GET", account + "/jobs/{ref}", Map.of("account", "acme", "ref", "job_none"));
    }

    private void endpoints(Map<String, String> of) {
        String route = "/accounts/{account}/endpoints";
        JsonNode made = call(
                201,
                "POST",
                route,
                of,
                "{\"url\":\"" + receiver.url("/hook") + "\",\"filter\":{\"a\":[1]},\"headers\":{\"X-A\":\"b\"}}");
        call(422, "POST", route, of, "{\"url\":\"http://10.0.0.1/\"}");
        of.put("ref", made.get("ref").asString());
        call(200, "GET", route + "?limit=1", of);
        call(200, "GET", route + "/{ref}", of);
        call(200, "PATCH", route + "/{ref}", of, "{\"name\":\"mine\"}");
        call(200, "POST", route + "/{ref}/rotate", of);
        call(200, "POST", route + "/{ref}/pause", of, "{\"until\":\"2100-01-01T00:00:00Z\"}");
        call(200, "POST", route + "/{ref}/resume", of);
        call(200, "POST", route + "/{ref}/disable", of);
        call(409, "POST", route + "/{ref}/test", of);
        call(200, "POST", route + "/{ref}/enable", of);
        call(202, "POST", route + "/{ref}/test", of);
        call(204, "DELETE", route + "/{ref}", of);
        call(404, "GET", route + "/{ref}", of);
    }

    private void deliveries(Map<String, String> of) {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        String events = "/accounts/{account}/events";
        String body = "{\"id\":\"e1\",\"type\":\"t\",\"payload\":{}}";
        JsonNode published = call(202, "POST", events, of, body);
        call(200, "POST", events, of, body);
        call(409, "POST", events, of, body.replace("{}", "[]"));
        call(400, "POST", events, of, "{");
        call(200, "GET", events + "?limit=1", of);
        of.put("ref", published.get("ref").asString());
        call(200, "GET", events + "/{ref}", of);
        call(200, "GET", events + "/{ref}/body", of);
        String route = "/accounts/{account}/deliveries";
        Eventually.holds(() -> api.look("/accounts/acme/deliveries?type=t&state=delivered")
                        .get("deliveries")
                        .size()
                == 1);
        String ref = call(200, "GET", route + "?type=t", of)
                .get("deliveries")
                .get(0)
                .get("ref")
                .asString();
        of.put("ref", ref);
        call(200, "GET", route + "/{ref}", of);
        api.post(endpoint + "/pause", "{}");
        call(202, "POST", route + "/{ref}/resend", of);
        call(409, "POST", route + "/{ref}/resend", of);
        call(200, "POST", route + "/{ref}/cancel", of, "{\"reason\":\"enough\"}");
        call(409, "POST", route + "/{ref}/cancel", of);
        call(400, "GET", route + "?state=none", of);
    }

    private void receivingSide() {
        api.server().post("/in/failing", Signed.ycloud("{\"id\":\"e1\",\"type\":\"t\"}"));
        api.server().post("/in/ycloud", Signed.ycloud("{\"id\":\"e1\",\"type\":\"t\"}"));
        call(200, "GET", "/sources", Map.of());
        JsonNode events = call(200, "GET", "/events?source=failing", Map.of());
        Map<String, String> of =
                Map.of("ref", events.get("events").get(0).get("ref").asString());
        call(200, "GET", "/events/{ref}", of);
        call(404, "GET", "/events/{ref}", Map.of("ref", "evt_none"));
        call(200, "GET", "/events/{ref}/body", of);
        Eventually.holds(() -> api.look("/events?source=failing")
                .get("events")
                .get(0)
                .get("state")
                .asString()
                .equals("retrying"));
        call(200, "POST", "/events/{ref}/park?reason=enough", of);
        call(202, "POST", "/events/{ref}/replay", of);
        call(202, "POST", "/events/replay?source=failing", Map.of());
        call(204, "DELETE", "/events/{ref}/payload", of);
        call(410, "GET", "/events/{ref}/body", of);
    }

    @Test
    void G5_what_is_another_accounts_looks_like_what_is_not_there_on_every_route() {
        api.account("acme");
        api.account("other");
        String endpoint = api.endpoint("other", receiver.url("/hook"));
        String event = api.publish("other", "e1");
        String delivery = api.awaitOnly("other", "delivered");
        String job = SendingApi.json(202, api.post("/accounts/other/resends", "{\"states\":[\"failed\"]}"))
                .get("ref")
                .asString();
        Map<String, String> theirs =
                Map.of("endpoints", last(endpoint), "events", event, "deliveries", last(delivery), "jobs", job);
        Map<String, String> none = Map.of(
                "endpoints",
                "ep_" + "0".repeat(32),
                "events",
                "evt_" + "0".repeat(32),
                "deliveries",
                "dlv_" + "0".repeat(32),
                "jobs",
                "job_" + "0".repeat(32));
        List<String> routes = document.operations().stream()
                .filter(operation -> operation.contains("/accounts/{account}/") && operation.contains("{ref}"))
                .toList();
        assertThat(routes).hasSizeGreaterThan(16);

        for (String operation : routes) {
            String kind = operation.split("/")[3];
            String theirAnswer = answer(api, operation, "acme", theirs.getOrDefault(kind, ""));
            assertThat(theirAnswer).as(operation).startsWith("404 ");
            assertThat(theirAnswer)
                    .as(operation)
                    .isEqualTo(answer(api, operation, "acme", none.getOrDefault(kind, "")));
        }
        assertThat(api.look(endpoint).get("status").asString()).isEqualTo("active");
        assertThat(api.look(delivery).get("attempts")).hasSize(1);
    }

    @Test
    void E7_a_key_of_an_account_is_good_for_its_routes_and_for_nothing_else() {
        api.account("acme");
        api.account("other");
        JsonNode made = SendingApi.json(201, api.post("/keys", "{\"account\":\"acme\"}"));
        SendingApi mine = api.as(made.get("key").asString());
        String own = mine.endpoint("acme", receiver.url("/hook"));
        List<String> allowed = new ArrayList<>();

        for (String operation : document.operations()) {
            if (operation.contains("{account}")) {
                String foreign = answer(mine, operation, "other", "x");
                assertThat(foreign).as(operation).startsWith("404 ");
                assertThat(foreign).as(operation).isEqualTo(answer(mine, operation, "nobody", "x"));
            } else if (!answer(mine, operation, "", "x").startsWith("403 ")) {
                allowed.add(operation);
            }
        }
        assertThat(allowed).containsExactly("GET /openapi.json");
        assertThat(mine.look(own).get("status").asString()).isEqualTo("active");
        assertThat(mine.look("/accounts/acme").get("account").asString()).isEqualTo("acme");

        assertThat(api.look("/keys?account=acme").get("keys").get(0).has("key")).isFalse();
        assertThat(api.delete("/keys/" + made.get("ref").asString()).statusCode())
                .isEqualTo(204);
        assertThat(mine.get("/accounts/acme").statusCode()).isEqualTo(401);
        assertThat(api.delete("/keys/" + made.get("ref").asString()).statusCode())
                .isEqualTo(404);
    }

    /** Status and body, without the path that the body repeats. */
    private String answer(SendingApi as, String operation, String account, String ref) {
        String method = operation.split(" ", 2)[0];
        String path = OpenApiDocument.filled(operation.split(" ", 2)[1], Map.of("account", account, "ref", ref));
        String json = method.equals("GET") || method.equals("DELETE") ? "" : "{}";
        HttpResponse<byte[]> answer = as.server()
                .send(as.request(path)
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(json)));
        assertThat(document.faults(method, operation.split(" ", 2)[1], answer))
                .as(operation)
                .isEmpty();
        return answer.statusCode() + " "
                + new String(answer.body(), StandardCharsets.UTF_8).replaceAll("\"instance\":\"[^\"]*\"", "");
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
