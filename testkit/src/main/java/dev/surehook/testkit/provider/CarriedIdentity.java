package dev.surehook.testkit.provider;

import dev.surehook.signatures.Identity;
import dev.surehook.signatures.Locator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Id and type as a body of one's own carries them; a body may lack them, or not be JSON at all. */
record CarriedIdentity(Optional<String> id, Optional<String> type) {
    private static final JsonFactory JSON = new JsonFactory();

    static CarriedIdentity read(Identity places, byte[] body) {
        return new CarriedIdentity(read(places.id(), body), read(places.type(), body));
    }

    private static Optional<String> read(List<Locator> places, byte[] body) {
        return places.stream()
                .map(place -> place.fold(header -> Optional.<String>empty(), path -> text(body, path.path())))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Top-level members only: no provider here goes deeper. Of repeated names the last counts. */
    private static Optional<String> text(byte[] body, List<String> path) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
            return parser.nextToken() == JsonToken.START_OBJECT
                    ? Optional.ofNullable(member(parser, String.join(".", path)))
                    : Optional.empty();
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    private static @Nullable String member(JsonParser parser, String name) {
        String found = null;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean wanted = name.equals(parser.currentName());
            JsonToken value = parser.nextToken();
            if (wanted) {
                found = value == JsonToken.VALUE_STRING ? parser.getString() : null;
            }
            parser.skipChildren();
        }
        return found;
    }
}
