package dev.surehook.server;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads an OpenAPI document, and says how an answer differs from it. Knows the words of JSON Schema that the document uses,
 * and fails on any other: a rule that nobody checks is none.
 */
record OpenApiDocument(JsonNode document) {
    private static final Set<String> WORDS = Set.of(
            "$ref", "type", "properties", "required", "additionalProperties", "items", "enum", "format", "description");

    /** {@code METHOD /path} of each. */
    Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .propertyNames()
                        .forEach(method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        return operations;
    }

    static String filled(String route, Map<String, String> variables) {
        String path = route;
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            path = path.replace("{" + variable.getKey() + "}", variable.getValue());
        }
        return path;
    }

    /** How the answer differs from what the operation promises. */
    List<String> faults(String method, String route, HttpResponse<byte[]> answer) {
        JsonNode operation = document.path("paths").path(route).path(method.toLowerCase(Locale.ROOT));
        JsonNode response = resolved(operation.path("responses").path(String.valueOf(answer.statusCode())));
        if (response.isMissingNode()) {
            return List.of(method + " " + route + " says nothing of " + answer.statusCode());
        }
        if (!response.has("content")) {
            return answer.body().length == 0 ? List.of() : List.of("there should be no body");
        }
        String type = answer.headers().firstValue("Content-Type").orElse("").split(";")[0];
        JsonNode content = response.get("content").get(type);
        if (content == null) {
            return List.of("the content type should not be " + type);
        }
        List<String> faults = new ArrayList<>();
        if (content.has("schema")) {
            check("$", content.get("schema"), JsonMapper.shared().readTree(answer.body()), faults);
        }
        return faults;
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asString().substring(1)) : node;
    }

    private void check(String at, JsonNode written, JsonNode value, List<String> faults) {
        JsonNode schema = resolved(written);
        schema.propertyNames().stream()
                .filter(word -> !WORDS.contains(word))
                .forEach(word -> faults.add(at + ": unchecked word " + word));
        if (!hasType(schema.get("type"), value)) {
            faults.add(at + ": should be " + schema.get("type") + ", is " + value);
            return;
        }
        if (schema.has("enum") && schema.get("enum").valueStream().noneMatch(value::equals)) {
            faults.add(at + ": should be one of " + schema.get("enum") + ", is " + value);
        }
        if (value.isArray()) {
            value.valueStream().forEach(item -> check(at + "[]", schema.path("items"), item, faults));
        }
        if (value.isObject()) {
            checkMembers(at, schema, value, faults);
        }
    }

    private void checkMembers(String at, JsonNode schema, JsonNode value, List<String> faults) {
        schema.path("required")
                .valueStream()
                .filter(name -> !value.has(name.asString()))
                .forEach(name -> faults.add(at + ": lacks " + name));
        JsonNode others = schema.path("additionalProperties");
        value.properties().forEach(member -> {
            String where = at + "." + member.getKey();
            JsonNode known = schema.path("properties").path(member.getKey());
            if (!known.isMissingNode()) {
                check(where, known, member.getValue(), faults);
            } else if (others.isObject()) {
                check(where, others, member.getValue(), faults);
            } else if (others.isBoolean() && !others.asBoolean()) {
                faults.add(where + " is not in the document");
            }
        });
    }

    private static boolean hasType(@Nullable JsonNode type, JsonNode value) {
        if (type == null) {
            return true;
        }
        if (type.isArray()) {
            return type.valueStream().anyMatch(one -> hasType(one, value));
        }
        return switch (type.asString()) {
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "array" -> value.isArray();
            case "object" -> value.isObject();
            case "null" -> value.isNull();
            default -> false;
        };
    }
}
