package dev.surehook.server.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The API of a running server, as the command line needs it. Every method throws {@link ApiFault}. */
final class ServerApi {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String EVENTS = "/events";

    private final HttpClient client;
    private final URI server;
    private final String key;

    /** @param trusted whose certificates hold; those that Java knows when absent */
    ServerApi(URI server, String key, @Nullable SSLContext trusted) {
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(5));
        if (trusted != null) {
            builder.sslContext(trusted);
        }
        this.client = builder.build();
        this.server = server;
        this.key = key;
    }

    JsonNode list(Map<String, String> query) {
        return json(get(EVENTS + query(query)));
    }

    JsonNode show(String ref) {
        return json(get(EVENTS + "/" + encoded(ref)));
    }

    byte[] body(String ref) {
        return get(EVENTS + "/" + encoded(ref) + "/body");
    }

    JsonNode replay(String ref) {
        return json(send("POST", EVENTS + "/" + encoded(ref) + "/replay"));
    }

    JsonNode replayAll(Map<String, String> query) {
        return json(send("POST", EVENTS + "/replay" + query(query)));
    }

    /** The reference. */
    String erase(String ref) {
        send("DELETE", EVENTS + "/" + encoded(ref) + "/payload");
        return ref;
    }

    JsonNode sealingKeys() {
        return json(get("/sealing-keys"));
    }

    /** @param cursor of the step before; empty for the first */
    JsonNode reseal(String cursor) {
        Map<String, String> query = new LinkedHashMap<>(Map.of("limit", "200"));
        if (!cursor.isEmpty()) {
            query.put("cursor", cursor);
        }
        return json(send("POST", "/sealing-keys/reseal" + query(query)));
    }

    private byte[] get(String path) {
        return send("GET", path);
    }

    private byte[] send(String method, String path) {
        URI uri = URI.create(server.toString().replaceAll("/+$", "") + "/api/v1" + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + key)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        try {
            HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
            if (response.statusCode() / 100 != 2) {
                throw refused(response);
            }
            return response.body();
        } catch (ConnectException e) {
            throw new ApiFault("no server answers at " + server + ": " + NoAnswer.why(e)
                    + "; start one with surehook serve, or give --url");
        } catch (IOException e) {
            throw new ApiFault("the server at " + server + " did not answer: " + NoAnswer.why(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiFault("interrupted while waiting for " + server);
        }
    }

    private ApiFault refused(HttpResponse<byte[]> response) {
        int status = response.statusCode();
        if (status == 401 || status == 403) {
            return new ApiFault("the server does not take this API key; it is printed at the first start of the server:"
                    + " set SUREHOOK_API_KEY or give --api-key");
        }
        Optional<String> wrongScheme =
                NoAnswer.wrongScheme(status, new String(response.body(), StandardCharsets.UTF_8));
        if (wrongScheme.isPresent()) {
            return new ApiFault("the server at " + server + " cannot be asked like this: " + wrongScheme.get());
        }
        String said = "the server at " + server + " answered " + status + reason(response.body());
        return status == 404 ? ApiFault.notFound(said) : new ApiFault(said);
    }

    /** What an answer says about its fault, in the forms that servers use. */
    private static String reason(byte[] body) {
        try {
            JsonNode answer = JSON.readTree(body);
            for (JsonNode place : new JsonNode[] {
                answer.path("error"),
                answer.path("error").path("message"),
                answer.path("message"),
                answer.path("detail")
            }) {
                if (place.isString()) {
                    return ": " + place.stringValue();
                }
            }
        } catch (JacksonException notJson) {
            return "";
        }
        return "";
    }

    private JsonNode json(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (JacksonException e) {
            throw new ApiFault("what answers at " + server + " is not a Surehook server; give --url");
        }
    }

    private static String query(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + encoded(entry.getValue()))
                .collect(Collectors.joining("&", parameters.isEmpty() ? "" : "?", ""));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
