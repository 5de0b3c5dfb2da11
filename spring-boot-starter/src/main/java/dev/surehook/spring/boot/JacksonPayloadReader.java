package dev.surehook.spring.boot;

import dev.surehook.spring.PayloadReader;
import dev.surehook.spring.UnreadablePayload;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads payloads with the application's Jackson 3 mapper. */
final class JacksonPayloadReader implements PayloadReader {
    private final JsonMapper mapper;

    JacksonPayloadReader(JsonMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public @Nullable Object read(byte[] json, List<String> path, Type type) throws UnreadablePayload {
        try (JsonParser parser = mapper.createParser(json)) {
            parser.nextToken();
            for (String member : path) {
                goInto(parser, member);
            }
            // What follows is the rest of the envelope.
            return mapper.readerFor(mapper.constructType(type))
                    .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readValue(parser);
        } catch (JacksonException e) {
            throw new UnreadablePayload("the payload cannot be read as " + type.getTypeName() + ": "
                    + e.getClass().getSimpleName() + " at " + member(e) + place(e));
        }
    }

    private static void goInto(JsonParser parser, String member) throws UnreadablePayload {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (member.equals(THE_OBJECT) ? value == JsonToken.START_OBJECT : member.equals(name)) {
                    return;
                }
                parser.skipChildren();
            }
        }
        throw new UnreadablePayload(
                member.equals(THE_OBJECT) ? "the event holds no object" : "the event has no member \"" + member + "\"");
    }

    /** The way there in names of the type's own members; keys of maps are part of what was sent. */
    private static String member(JacksonException e) {
        return e.getPath().stream()
                .map(step ->
                        step.getPropertyName() == null || step.from() instanceof Map ? "*" : step.getPropertyName())
                .collect(Collectors.joining(".", "", e.getPath().isEmpty() ? "" : ", "));
    }

    /** Where in the document, without what stands there. */
    private static String place(JacksonException e) {
        return e.getLocation() == null
                ? "an unknown place"
                : "line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr();
    }
}
