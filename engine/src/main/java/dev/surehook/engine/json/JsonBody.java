package dev.surehook.engine.json;

import dev.surehook.signatures.Identity;
import dev.surehook.signatures.Locator;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * The few texts that are wanted from a JSON body. The whole document is read as a stream, so junk after it or a defect
 * anywhere makes it unusable, but no tree is built and no number is converted. Of repeated keys the last wins.
 */
public final class JsonBody {
    /** Which values count as texts. */
    public enum Values {
        TEXTS,
        /** The digits of a whole number are a text, too. */
        TEXTS_AND_WHOLE_NUMBERS,
        /** Any number as it was written, and {@code true} and {@code false}, too. */
        SCALARS
    }

    /** Deeper nesting than any real event has; parsing is a loop, so this guards consumers rather than this thread. */
    private static final int MAX_DEPTH = 1_000;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            // Names come from outside and are not worth keeping for ever. (The parser's own table of names has a bound;
            // without that table it would read through a character decoder at half the speed.)
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .build();

    private final Map<List<String>, String> texts = new HashMap<>();
    private final Values values;

    private JsonBody(Values values) {
        this.values = values;
    }

    /** The JSON paths that {@code identity} looks at. */
    public static List<List<String>> pathsOf(Identity identity) {
        List<List<String>> paths = new ArrayList<>(2);
        for (Locator place : identity.id()) {
            addPath(place, paths);
        }
        for (Locator place : identity.type()) {
            addPath(place, paths);
        }
        return paths;
    }

    private static void addPath(Locator place, List<List<String>> paths) {
        if (place instanceof Locator.JsonPath json && !paths.contains(json.path())) {
            paths.add(json.path());
        }
    }

    /** Nothing when {@code body} is not one well-formed JSON document in UTF-8. Never throws. */
    public static Optional<JsonBody> read(byte[] body, List<List<String>> paths, Values values) {
        if (!isText(body)) {
            return Optional.empty();
        }
        JsonBody result = new JsonBody(values);
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
            JsonToken start = parser.nextToken();
            if (start == null) {
                return Optional.empty();
            }
            if (start == JsonToken.START_OBJECT) {
                result.readObject(parser, paths, 0);
            } else {
                parser.skipChildren();
            }
            return parser.nextToken() == null ? Optional.of(result) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** The text at {@code path}, which was asked for. */
    public Optional<String> text(List<String> path) {
        return Optional.ofNullable(texts.get(path));
    }

    private void readObject(JsonParser parser, List<List<String>> wanted, int depth) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            List<List<String>> matching = matching(wanted, depth, parser.currentName());
            JsonToken value = parser.nextToken();
            if (matching.isEmpty()) {
                parser.skipChildren();
            } else {
                readWanted(parser, value, matching, depth + 1);
            }
        }
    }

    /** A value that stands at the beginning of wanted paths, of which {@code depth} names are used up. */
    private void readWanted(JsonParser parser, JsonToken value, List<List<String>> paths, int depth) {
        List<List<String>> inside = new ArrayList<>(1);
        for (List<String> path : paths) {
            // The last of repeated keys wins, so what an earlier one gave is forgotten.
            texts.remove(path);
            if (path.size() > depth) {
                inside.add(path);
            } else if (counts(value)) {
                texts.put(path, parser.getString());
            }
        }
        if (value == JsonToken.START_OBJECT && !inside.isEmpty()) {
            readObject(parser, inside, depth);
        } else {
            parser.skipChildren();
        }
    }

    private boolean counts(JsonToken value) {
        return switch (values) {
            case TEXTS -> value == JsonToken.VALUE_STRING;
            case TEXTS_AND_WHOLE_NUMBERS -> value == JsonToken.VALUE_STRING || value == JsonToken.VALUE_NUMBER_INT;
            case SCALARS -> value.isScalarValue() && value != JsonToken.VALUE_NULL;
        };
    }

    private static List<List<String>> matching(List<List<String>> wanted, int depth, String name) {
        List<List<String>> matching = List.of();
        for (List<String> path : wanted) {
            if (path.get(depth).equals(name)) {
                matching = matching.isEmpty() ? new ArrayList<>(2) : matching;
                matching.add(path);
            }
        }
        return matching;
    }

    /** Valid UTF-8 without NUL, which no JSON text holds and every UTF-16 one does. */
    private static boolean isText(byte[] body) {
        boolean ascii = true;
        for (byte b : body) {
            if (b == 0) {
                return false;
            }
            ascii &= b > 0;
        }
        if (ascii) {
            return true;
        }
        return isUtf8(body);
    }

    /** Decodes through a small window: a whole copy as text would take twice the body's memory. */
    private static boolean isUtf8(byte[] body) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(body);
        CharBuffer window = CharBuffer.allocate(Math.min(8_192, body.length + 1));
        CoderResult result = CoderResult.OVERFLOW;
        while (result.isOverflow()) {
            window.clear();
            result = decoder.decode(in, window, true);
        }
        return !result.isError();
    }
}
