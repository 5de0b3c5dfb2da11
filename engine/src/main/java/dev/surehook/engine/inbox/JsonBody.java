package dev.surehook.engine.inbox;

import dev.surehook.signatures.Identity;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
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
final class JsonBody {
    /** Deeper nesting than any real event has; parsing is a loop, so this guards consumers rather than this thread. */
    private static final int MAX_DEPTH = 1_000;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            // Names come from outside; a table of them for ever would be a leak to play with.
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .build();

    private final Map<List<String>, String> texts = new HashMap<>();

    private JsonBody() {}

    /** The JSON paths that {@code identity} looks at. */
    static List<List<String>> pathsOf(Identity identity) {
        return Stream.concat(identity.id().stream(), identity.type().stream())
                .<Optional<List<String>>>map(
                        place -> place.fold(header -> Optional.empty(), path -> Optional.of(path.path())))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    /** Nothing when {@code body} is not one well-formed JSON document in UTF-8. */
    static Optional<JsonBody> read(byte[] body, List<List<String>> paths) {
        if (!isText(body)) {
            return Optional.empty();
        }
        JsonBody result = new JsonBody();
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

    Optional<String> text(List<String> path) {
        return Optional.ofNullable(texts.get(path));
    }

    private void readObject(JsonParser parser, List<List<String>> wanted, int depth) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            List<List<String>> deeper = new ArrayList<>(1);
            boolean here = false;
            for (List<String> path : wanted) {
                if (path.get(depth).equals(name)) {
                    // The last of repeated keys wins, so what an earlier one gave is forgotten.
                    texts.remove(path);
                    here |= path.size() == depth + 1;
                    deeper.add(path);
                }
            }
            JsonToken value = parser.nextToken();
            if (here && value == JsonToken.VALUE_STRING) {
                String text = parser.getString();
                deeper.stream().filter(path -> path.size() == depth + 1).forEach(path -> texts.put(path, text));
            }
            if (value == JsonToken.START_OBJECT) {
                List<List<String>> inside =
                        deeper.stream().filter(path -> path.size() > depth + 1).toList();
                if (!inside.isEmpty()) {
                    readObject(parser, inside, depth + 1);
                    continue;
                }
            }
            parser.skipChildren();
        }
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
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
