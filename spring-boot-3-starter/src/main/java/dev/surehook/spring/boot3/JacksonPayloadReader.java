package dev.surehook.spring.boot3;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.surehook.spring.PayloadReader;
import dev.surehook.spring.UnreadablePayload;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads payloads with the application's Jackson 2 mapper. */
final class JacksonPayloadReader implements PayloadReader {
    private final ObjectMapper mapper;

    JacksonPayloadReader(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public @Nullable Object read(byte[] json, List<String> path, Type type) throws UnreadablePayload {
        try (JsonParser parser = mapper.getFactory().createParser(json)) {
            parser.nextToken();
            for (String member : path) {
                goInto(parser, member);
            }
            // What follows is the rest of the envelope.
            return mapper.readerFor(mapper.constructType(type))
                    .without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readValue(parser);
        } catch (IOException e) {
            throw new UnreadablePayload("the payload cannot be read as " + type.getTypeName() + ": "
                    + e.getClass().getSimpleName() + " at " + member(e) + place(e));
        }
    }

    private static void goInto(JsonParser parser, String member) throws IOException, UnreadablePayload {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
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
    private static String member(IOException e) {
        List<Reference> path = e instanceof JsonMappingException at ? at.getPath() : List.of();
        return path.stream()
                .map(step -> step.getFieldName() == null || step.getFrom() instanceof Map ? "*" : step.getFieldName())
                .collect(Collectors.joining(".", "", path.isEmpty() ? "" : ", "));
    }

    /** Where in the document, without what stands there. */
    private static String place(IOException e) {
        return e instanceof JacksonException at && at.getLocation() != null
                ? "line " + at.getLocation().getLineNr() + ", column "
                        + at.getLocation().getColumnNr()
                : "an unknown place";
    }
}
