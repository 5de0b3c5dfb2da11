package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The API of the sending side on a real server, which may send to this machine and tries a second time at once. */
final class SendingApi implements AutoCloseable {
    private final TestingServer server;
    private final String key;

    SendingApi(TestingServer server, String key) {
        this.server = server;
        this.key = key;
    }

    static SendingApi in(Path folder) {
        return new SendingApi(settings(folder).start(), TestingServer.API_KEY);
    }

    static TestingServer.Starting settings(Path folder) {
        return TestingServer.in(folder)
                .set("targets.allow", "localhost")
                .set("default-profile", "local")
                .set("profiles.local.based-on", "standard")
                .set("profiles.local.allow-http", "true")
                .set("profiles.local.retry", "50ms")
                .set("profiles.local.limits.endpoints", "5");
    }

    /** The same server, with another key. */
    SendingApi as(String otherKey) {
        return new SendingApi(server, otherKey);
    }

    TestingServer server() {
        return server;
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.url("/api/v1" + path)).header("Authorization", "Bearer " + key);
    }

    HttpResponse<byte[]> get(String path) {
        return server.send(request(path));
    }

    HttpResponse<byte[]> post(String path, String json) {
        return send("POST", path, json);
    }

    HttpResponse<byte[]> post(String path) {
        return server.send(request(path).POST(BodyPublishers.noBody()));
    }

    HttpResponse<byte[]> send(String method, String path, String json) {
        return server.send(
                request(path).header("Content-Type", "application/json").method(method, BodyPublishers.ofString(json)));
    }

    HttpResponse<byte[]> delete(String path) {
        return server.send(request(path).DELETE());
    }

    static JsonNode json(HttpResponse<byte[]> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    /** The answer's JSON, which must have this status. */
    static JsonNode json(int status, HttpResponse<byte[]> answer) {
        assertThat(answer.statusCode())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo(status);
        return json(answer);
    }

    /** {@code field rule} of each error of a problem. */
    static List<String> errors(HttpResponse<byte[]> answer) {
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        return json(answer)
                .get("errors")
                .valueStream()
                .map(error ->
                        error.get("field").asString() + " " + error.get("rule").asString())
                .toList();
    }

    JsonNode look(String path) {
        return json(200, get(path));
    }

    void account(String name) {
        assertThat(post("/accounts", "{\"account\":\"" + name + "\"}").statusCode())
                .isIn(200, 201);
    }

    /** A new endpoint's path. */
    String endpoint(String account, URI url) {
        return endpoint(account, "{\"url\":\"" + url + "\"}");
    }

    String endpoint(String account, String json) {
        String path = "/accounts/" + account + "/endpoints";
        return path + "/" + json(201, post(path, json)).get("ref").asString();
    }

    /** The reference of a published event. */
    String publish(String account, String id) {
        return json(
                        202,
                        post(
                                "/accounts/" + account + "/events",
                                "{\"id\":\"" + id + "\",\"type\":\"order.paid\",\"payload\":{\"no\":\"" + id + "\"}}"))
                .get("ref")
                .asString();
    }

    /** All deliveries of an account, newest event first. */
    List<JsonNode> deliveries(String account) {
        return look("/accounts/" + account + "/deliveries")
                .get("deliveries")
                .valueStream()
                .toList();
    }

    /** The path of the account's only delivery, once it has this state. */
    String awaitOnly(String account, String state) {
        Eventually.holds(() -> deliveries(account).stream()
                .map(delivery -> delivery.get("state").asString())
                .toList()
                .equals(List.of(state)));
        return "/accounts/" + account + "/deliveries/"
                + deliveries(account).get(0).get("ref").asString();
    }

    String state(String delivery) {
        return look(delivery).get("state").asString();
    }

    void await(String delivery, String state) {
        Eventually.holds(() -> state(delivery).equals(state));
    }

    @Override
    public void close() {
        server.close();
    }
}
