package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.engine.endpoint.PayloadFilter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What an owner says of an endpoint beside its URL and name, as the JSON text of one column. */
final class DraftText {
    private static final JsonFactory JSON = new JsonFactory();

    private DraftText() {}

    static String write(EndpointDraft draft) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            write(json, "types", draft.types());
            if (draft.filter().isPresent()) {
                json.writeObjectPropertyStart("filter");
                draft.filter().get().anyOf().forEach((place, values) -> write(json, place, values));
                json.writeEndObject();
            }
            json.writeObjectPropertyStart("headers");
            draft.headers().forEach(json::writeStringProperty);
            json.writeEndObject();
            json.writeNumberProperty("concurrency", draft.limits().concurrency());
            json.writeNumberProperty("per_second", draft.limits().perSecond());
            json.writeBooleanProperty("in_order", draft.limits().inOrder());
            draft.clientIdentity().ifPresent(identity -> json.writeStringProperty("client_identity", identity));
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, String name, List<String> values) {
        json.writeArrayPropertyStart(name);
        values.forEach(json::writeString);
        json.writeEndArray();
    }

    static EndpointDraft read(String url, String name, String text) {
        List<String> types = List.of();
        Map<String, List<String>> filter = Map.of();
        Map<String, String> headers = new LinkedHashMap<>();
        int concurrency = LaneLimits.STANDARD.concurrency();
        int perSecond = 0;
        boolean inOrder = false;
        Optional<String> clientIdentity = Optional.empty();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String property = json.currentName();
                json.nextToken();
                switch (property) {
                    case "types" -> types = texts(json);
                    case "filter" -> filter = lists(json);
                    case "headers" -> {
                        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                            String header = json.currentName();
                            json.nextToken();
                            headers.put(header, json.getString());
                        }
                    }
                    case "concurrency" -> concurrency = json.getIntValue();
                    case "per_second" -> perSecond = json.getIntValue();
                    case "in_order" -> inOrder = json.getBooleanValue();
                    case "client_identity" -> clientIdentity = Optional.of(json.getString());
                    default -> json.skipChildren();
                }
            }
        }
        return new EndpointDraft(
                url,
                name,
                types,
                filter.isEmpty() ? Optional.empty() : Optional.of(new PayloadFilter(filter)),
                headers,
                new LaneLimits(concurrency, perSecond, inOrder),
                clientIdentity);
    }

    private static Map<String, List<String>> lists(JsonParser json) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            json.nextToken();
            lists.put(name, texts(json));
        }
        return lists;
    }

    private static List<String> texts(JsonParser json) {
        List<String> texts = new ArrayList<>();
        while (json.nextToken() == JsonToken.VALUE_STRING) {
            texts.add(json.getString());
        }
        return texts;
    }
}
