package dev.surehook.signatures;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One entry of a vector file. */
record Vector(JsonNode node) {
    static Stream<Vector> load(String file) {
        try (InputStream in = Vector.class.getResourceAsStream(file)) {
            List<Vector> vectors = new ArrayList<>();
            JsonMapper.builder().build().readTree(in).forEach(node -> vectors.add(new Vector(node)));
            return vectors.stream();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    String provider() {
        return node.get("provider").asString();
    }

    String scheme() {
        return node.get("scheme").asString();
    }

    boolean valid() {
        return node.get("valid").asBoolean();
    }

    List<Secret> secrets() {
        return Samples.secrets(node.get("secret").asString());
    }

    boolean hasPublicKey() {
        return node.has("public_key");
    }

    List<Secret> publicKey() {
        return Samples.secrets(node.get("public_key").asString());
    }

    SignedRequest request() {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        node.get("headers")
                .properties()
                .forEach(header ->
                        lines.add(Map.entry(header.getKey(), header.getValue().asString())));
        return new SignedRequest(
                text("method", "POST"),
                text("url", ""),
                Headers.of(lines),
                text("body", "").getBytes(UTF_8));
    }

    /** The moment to verify at: given, or that of the signature, or any. */
    Instant now() {
        for (String field : List.of("now", "timestamp")) {
            if (node.has(field)) {
                return Instant.ofEpochSecond(node.get(field).asLong());
            }
        }
        return request().headers().lines().stream()
                .filter(line -> line.getKey().toLowerCase(Locale.ROOT).endsWith("timestamp"))
                .map(line -> Long.parseLong(line.getValue()))
                .map(count -> count > 1_000_000_000_000L ? Instant.ofEpochMilli(count) : Instant.ofEpochSecond(count))
                .findFirst()
                .orElse(Instant.EPOCH);
    }

    private String text(String field, String otherwise) {
        return node.has(field) ? node.get(field).asString() : otherwise;
    }

    @Override
    public String toString() {
        return provider() + ": " + scheme();
    }
}
