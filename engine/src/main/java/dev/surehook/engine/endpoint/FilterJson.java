package dev.surehook.engine.endpoint;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A filter as JSON: an object of lists of values. */
final class FilterJson {
    /** More than the largest filter can be, and what a parser is to be asked to look at. */
    private static final int MOST_CHARACTERS = 1_000_000;

    private static final JsonFactory JSON = new JsonFactory();

    private FilterJson() {}

    static String write(Map<String, List<String>> anyOf) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            anyOf.forEach((place, values) -> {
                json.writeArrayPropertyStart(place);
                values.forEach(json::writeString);
                json.writeEndArray();
            });
            json.writeEndObject();
        }
        return text.toString();
    }

    /** @throws IllegalArgumentException with one line */
    static Map<String, List<String>> read(String text) {
        if (text.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException("the filter has more than " + MOST_CHARACTERS + " characters");
        }
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw notAFilter();
            }
            Map<String, List<String>> anyOf = places(json);
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("the filter is followed by something else");
            }
            return anyOf;
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the filter is not valid JSON");
        }
    }

    private static Map<String, List<String>> places(JsonParser json) {
        Map<String, List<String>> anyOf = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String place = json.currentName();
            if (json.nextToken() != JsonToken.START_ARRAY) {
                throw new IllegalArgumentException(
                        "the filter's place " + Quoted.of(place) + " needs a list of values, as in [\"paid\"]");
            }
            if (anyOf.put(place, values(json, place)) != null) {
                throw new IllegalArgumentException("the filter names the place " + Quoted.of(place) + " twice");
            }
        }
        return anyOf;
    }

    private static List<String> values(JsonParser json, String place) {
        List<String> values = new ArrayList<>();
        for (JsonToken value = json.nextToken(); value != JsonToken.END_ARRAY; value = json.nextToken()) {
            if (!value.isScalarValue() || value == JsonToken.VALUE_NULL) {
                throw new IllegalArgumentException("the filter's values are texts, numbers, true or false; one of "
                        + Quoted.of(place) + " is something else");
            }
            values.add(json.getString());
        }
        return values;
    }

    private static IllegalArgumentException notAFilter() {
        return new IllegalArgumentException(
                "the filter is an object of places and their values, as in {\"data.status\":[\"paid\"]}");
    }
}
