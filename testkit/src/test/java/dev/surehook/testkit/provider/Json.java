package dev.surehook.testkit.provider;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads the members of a JSON document's top object: strings as their text, the rest as the name of their token. */
final class Json {
    private Json() {}

    static Map<String, String> members(byte[] body) {
        Map<String, String> members = new LinkedHashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new AssertionError("not an object");
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                members.put(name, value == JsonToken.VALUE_STRING ? parser.getString() : value.name());
                parser.skipChildren();
            }
            if (parser.nextToken() != null) {
                throw new AssertionError("something follows the document");
            }
        }
        return members;
    }
}
