package dev.surehook.server;

import dev.surehook.server.settings.Flags;
import dev.surehook.server.settings.SettingsReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real server on a free port with a real embedded store, and ways to talk to it. */
final class TestingServer implements AutoCloseable {
    static final String SECRET = "whsec_0123456789abcdef0123456789abcdef";
    static final String API_KEY = "testing-api-key-0123456789";

    private final SurehookServer server;
    private final ByteArrayOutputStream lines;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    private TestingServer(SurehookServer server, ByteArrayOutputStream lines) {
        this.server = server;
        this.lines = lines;
    }

    static Starting in(Path folder) {
        return new Starting(folder);
    }

    /** A server's settings; sources by name have {@link #SECRET} unless they are given another. */
    static final class Starting {
        private final Map<String, String> values = new LinkedHashMap<>();
        private final Map<String, String> environment = new HashMap<>();

        private Starting(Path folder) {
            values.put("surehook.port", "0");
            values.put("surehook.host", "127.0.0.1");
            values.put("surehook.data", folder.toString());
            environment.put("SUREHOOK_API_KEY", API_KEY);
        }

        Starting source(String name, String provider) {
            return set("sources." + name + ".provider", provider).set("sources." + name + ".secret", SECRET);
        }

        Starting set(String key, String value) {
            values.put("surehook." + key, value);
            return this;
        }

        Starting environment(String name, String value) {
            environment.put(name, value);
            return this;
        }

        TestingServer start() {
            Flags flags = new Flags(values, List.of(), Optional.empty(), Optional.empty(), Optional.empty());
            ByteArrayOutputStream lines = new ByteArrayOutputStream();
            PrintStream out = new PrintStream(lines, true, StandardCharsets.UTF_8);
            return new TestingServer(
                    SurehookServer.start(SettingsReader.read(flags, environment), environment, out), lines);
        }
    }

    int port() {
        return server.port();
    }

    URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    /** What it printed for people. */
    String printed() {
        return lines.toString(StandardCharsets.UTF_8);
    }

    HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return client.send(
                    request.timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    HttpResponse<byte[]> post(String path, Signed signed) {
        return send(signed.to(url(path)));
    }

    HttpResponse<byte[]> api(String method, String path) {
        return send(HttpRequest.newBuilder(url("/api/v1" + path))
                .header("Authorization", "Bearer " + API_KEY)
                .method(method, HttpRequest.BodyPublishers.noBody()));
    }

    JsonNode json(String path) {
        HttpResponse<byte[]> response = api("GET", path);
        if (response.statusCode() != 200) {
            throw new AssertionError(path + " answered " + response.statusCode());
        }
        return JsonMapper.shared().readTree(response.body());
    }

    /** All events of a source, newest first. */
    JsonNode events(String source) {
        return json("/events?source=" + source).get("events");
    }

    /** The exact bytes of the only event of a source. */
    byte[] onlyBody(String source) {
        JsonNode events = events(source);
        if (events.size() != 1) {
            throw new AssertionError("expected one event, found " + events.size());
        }
        return api("GET", "/events/" + events.get(0).get("ref").asString() + "/body")
                .body();
    }

    /** The headers of the event with this id, as {@code name: value}, in their order. */
    List<String> headersOf(String id) {
        String ref = json("/events?limit=500")
                .get("events")
                .valueStream()
                .filter(event -> event.get("id").asString().equals(id))
                .findFirst()
                .orElseThrow()
                .get("ref")
                .asString();
        return json("/events/" + ref)
                .get("headers")
                .valueStream()
                .map(line ->
                        line.get("name").asString() + ": " + line.get("value").asString())
                .toList();
    }

    long rejections(String source, String reason) {
        for (JsonNode one : json("/sources").get("sources")) {
            if (one.get("name").asString().equals(source)) {
                JsonNode count = one.get("rejections").get(reason);
                return count == null ? 0 : count.asLong();
            }
        }
        throw new AssertionError("no source " + source);
    }

    @Override
    public void close() {
        server.close();
    }
}
