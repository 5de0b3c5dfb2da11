package dev.surehook.server;

import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.Signer;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A request as a provider would sign it. */
record Signed(byte[] body, List<Map.Entry<String, String>> headers) {

    /** By YCloud's rules, now. */
    static Signed ycloud(byte[] body) {
        return ycloud(body, Instant.now());
    }

    static Signed ycloud(byte[] body, Instant at) {
        return by(Providers.YCLOUD, "evt", body, at);
    }

    static Signed ycloud(String json) {
        return ycloud(json.getBytes(StandardCharsets.UTF_8));
    }

    static Signed by(Provider provider, String id, byte[] body, Instant at) {
        Headers headers = Signer.of(provider, List.of(Secret.of(TestingServer.SECRET)))
                .sign(id, at, "POST", "http://example.test/", body);
        return new Signed(body, headers.lines());
    }

    /** GitHub's rules: any bytes are a body, id and type stand in headers. */
    static Signed github(String id, byte[] body) {
        return by(Providers.GITHUB, id, body, Instant.now())
                .without("X-GitHub-Delivery")
                .with("X-GitHub-Delivery", id)
                .with("X-GitHub-Event", "push");
    }

    Signed with(String name, String value) {
        List<Map.Entry<String, String>> more = new ArrayList<>(headers);
        more.add(Map.entry(name, value));
        return new Signed(body, more);
    }

    Signed without(String name) {
        return new Signed(
                body,
                headers.stream()
                        .filter(line -> !line.getKey().equalsIgnoreCase(name))
                        .toList());
    }

    Signed withBody(byte[] other) {
        return new Signed(other, headers);
    }

    String header(String name) {
        return headers.stream()
                .filter(line -> line.getKey().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    HttpRequest.Builder to(URI url) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).POST(HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(line -> request.header(line.getKey(), line.getValue()));
        return request;
    }
}
