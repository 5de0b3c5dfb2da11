package dev.surehook.server.api;

import dev.surehook.engine.profile.Fault;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.springframework.boot.convert.DurationStyle;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The members of a JSON object that a caller sent. What is wrong with them is collected, so that all of it is said at once:
 * {@link #orThrow} ends the reading. A member that is null counts as left out, but for {@link #has}.
 */
final class Fields {
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final String path;
    private final JsonNode object;
    private final List<Fault> faults;

    private Fields(String path, JsonNode object, Set<String> known, List<Fault> faults) {
        this.path = path;
        this.object = object;
        this.faults = faults;
        for (String name : object.propertyNames()) {
            if (!known.contains(name)) {
                fault(
                        OneWord.bare(name),
                        "unknown",
                        "there is no field " + OneWord.of(path + name) + "; known are "
                                + String.join(", ", new TreeSet<>(known)));
            }
        }
    }

    /**
     * The fields of a body that may be left out altogether.
     *
     * @throws BadRequest when there is one and it is no JSON object
     */
    static Fields of(byte[] body, Set<String> known) {
        return new Fields("", body.length == 0 ? JSON.createObjectNode() : parsed(body), known, new ArrayList<>());
    }

    private static JsonNode parsed(byte[] body) {
        String text = RequestBytes.text(body).orElseThrow(() -> new BadRequest("the body is not UTF-8"));
        try {
            JsonNode node = JSON.readTree(text);
            if (!node.isObject()) {
                throw new BadRequest("the body is not a JSON object");
            }
            return node;
        } catch (JacksonException e) {
            // Its message quotes the body, which may hold a secret.
            throw new BadRequest("the body is not valid JSON, or has a member twice");
        }
    }

    /** Whether it was sent, be it as null. */
    boolean has(String name) {
        return object.has(name);
    }

    private Optional<JsonNode> value(String name, Predicate<JsonNode> fits, String expected) {
        JsonNode value = object.get(name);
        if (value == null || value.isNull()) {
            return Optional.empty();
        }
        if (!fits.test(value)) {
            fault(name, "form", path + name + " must be " + expected);
            return Optional.empty();
        }
        return Optional.of(value);
    }

    Optional<String> text(String name) {
        return value(name, JsonNode::isString, "a text").map(JsonNode::asString);
    }

    OptionalInt number(String name) {
        return value(name, node -> node.isIntegralNumber() && node.canConvertToInt(), "a whole number")
                .map(node -> OptionalInt.of(node.asInt()))
                .orElseGet(OptionalInt::empty);
    }

    Optional<Boolean> flag(String name) {
        return value(name, JsonNode::isBoolean, "true or false").map(JsonNode::asBoolean);
    }

    Optional<List<String>> texts(String name) {
        return value(name, node -> node.isArray() && node.valueStream().allMatch(JsonNode::isString), "a list of texts")
                .map(node -> node.valueStream().map(JsonNode::asString).toList());
    }

    Optional<Map<String, String>> textsByName(String name) {
        return value(
                        name,
                        node -> node.isObject() && node.valueStream().allMatch(JsonNode::isString),
                        "an object of texts")
                .map(node -> {
                    Map<String, String> texts = new LinkedHashMap<>();
                    node.properties()
                            .forEach(member ->
                                    texts.put(member.getKey(), member.getValue().asString()));
                    return texts;
                });
    }

    /** The JSON of an object, for who reads it himself. */
    Optional<String> objectText(String name) {
        return value(name, JsonNode::isObject, "an object").map(JsonNode::toString);
    }

    /** The fields of an object in this one; its faults are counted here. */
    Optional<Fields> object(String name, Set<String> known) {
        return value(name, JsonNode::isObject, "an object")
                .map(node -> new Fields(path + name + ".", node, known, faults));
    }

    Optional<Instant> time(String name) {
        return text(name).flatMap(text -> {
            try {
                Instant time = Instant.parse(text);
                if (!time.isBefore(Instant.EPOCH) && !time.isAfter(LAST)) {
                    return Optional.of(time);
                }
            } catch (DateTimeException e) {
                // As any other text that is no time.
            }
            fault(name, "form", path + name + " must be a time such as 2026-01-31T08:00:00Z");
            return Optional.empty();
        });
    }

    Optional<Duration> duration(String name) {
        return text(name).flatMap(text -> {
            try {
                if (!text.matches("[+-]?[0-9]*[1-9][0-9]*")) {
                    return Optional.of(DurationStyle.detectAndParse(text));
                }
            } catch (IllegalArgumentException | ArithmeticException e) {
                // As any other text that is no duration.
            }
            fault(name, "form", path + name + " must be a duration such as 30s, 24h or 7d");
            return Optional.empty();
        });
    }

    void fault(String name, String rule, String text) {
        faults.add(new Fault(path + name, rule, text));
    }

    /** Adds what somebody else found, but for fields that something was said of already. */
    void addAll(List<Fault> found) {
        List<String> named = faults.stream().map(Fault::field).toList();
        found.stream().filter(fault -> !named.contains(fault.field())).forEach(faults::add);
    }

    /** @throws Refused when anything is wrong */
    void orThrow() {
        if (!faults.isEmpty()) {
            throw Refused.unfit(faults);
        }
    }
}
