package dev.surehook.server.api;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.profile.Fault;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * An event that a caller wants to publish. Its payload is cut out of the JSON around it, or is the whole body: either way
 * it is the bytes that the caller wrote, and never JSON that was parsed and written anew.
 */
final class EventToPublish {
    static final String ID_HEADER = "Surehook-Event-Id";
    static final String TYPE_HEADER = "Surehook-Event-Type";

    private static final JsonFactory JSON = new JsonFactory();
    private static final SecureRandom RANDOM = new SecureRandom();

    private final List<Fault> faults = new ArrayList<>();
    private @Nullable String id;
    private @Nullable String type;
    private byte @Nullable [] payload;
    private String contentType = Publication.JSON;

    private EventToPublish() {}

    /**
     * With a header for the type the body is the payload; without one it is a JSON object that holds it.
     *
     * @throws Refused when a field is missing or breaks a rule
     */
    static Publication read(AccountName account, HttpServletRequest request) {
        EventToPublish event = new EventToPublish();
        byte[] body = RequestBytes.of(request);
        String written = request.getContentType();
        if (request.getHeader(TYPE_HEADER) != null) {
            event.readRaw(request, written, body);
        } else {
            requireJson(written);
            event.readJson(body);
        }
        return event.publication(account);
    }

    private static void requireJson(@Nullable String contentType) {
        if (contentType != null
                && !contentType.toLowerCase(java.util.Locale.ROOT).contains("json")) {
            throw new Refused(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    new Fault(
                            "Content-Type",
                            "content-type",
                            "send {\"type\": …, \"payload\": …} as application/json; or any body with its own"
                                    + " Content-Type and the header " + TYPE_HEADER));
        }
    }

    private void readRaw(HttpServletRequest request, @Nullable String written, byte[] body) {
        id = request.getHeader(ID_HEADER);
        type = request.getHeader(TYPE_HEADER);
        contentType = written == null ? "application/octet-stream" : written;
        payload = body;
    }

    private void readJson(byte[] body) {
        String text = RequestBytes.text(body).orElseThrow(() -> new BadRequest("the body is not UTF-8"));
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text.toCharArray())) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new BadRequest("the body is not a JSON object");
            }
            Set<String> seen = new HashSet<>();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                if (!seen.add(name)) {
                    fault(OneWord.bare(name), "repeated", OneWord.of(name) + " stands twice");
                }
                member(name, json, text);
            }
            if (json.nextToken() != null) {
                throw new BadRequest("the JSON object is followed by something else");
            }
        } catch (JacksonException e) {
            // Its message quotes the body.
            throw new BadRequest("the body is not valid JSON, or is nested too deeply");
        }
    }

    private void member(String name, JsonParser json, String text) {
        switch (name) {
            case "id" -> id = string(name, json);
            case "type" -> type = string(name, json);
            case "payload" -> payload = written(json, text);
            default -> {
                fault(
                        OneWord.bare(name),
                        "unknown",
                        "there is no field " + OneWord.of(name) + "; known are id, payload, type");
                json.skipChildren();
            }
        }
    }

    private @Nullable String string(String name, JsonParser json) {
        if (json.currentToken() == JsonToken.VALUE_STRING) {
            return json.getString();
        }
        if (json.currentToken() != JsonToken.VALUE_NULL) {
            fault(name, "form", name + " must be a text");
        }
        json.skipChildren();
        return null;
    }

    /** The value as it stands in the text. */
    private static byte[] written(JsonParser json, String text) {
        int begin = (int) json.currentTokenLocation().getCharOffset();
        json.skipChildren();
        json.finishToken();
        int end = (int) json.currentLocation().getCharOffset();
        return text.substring(begin, end).getBytes(StandardCharsets.UTF_8);
    }

    private Publication publication(AccountName account) {
        String named = Optional.ofNullable(id).orElseGet(EventToPublish::madeId);
        Publication.textFault("id", named).ifPresent(text -> fault("id", "event-id", text));
        String kind = Optional.ofNullable(type).orElse("");
        if (kind.isEmpty()) {
            missing("type", "what happened, such as order.paid");
        } else {
            Publication.textFault("type", kind).ifPresent(text -> fault("type", "event-type", text));
        }
        Publication.textFault("content type", contentType)
                .ifPresent(text -> fault("Content-Type", "content-type", text));
        if (payload == null) {
            missing("payload", "any JSON");
        }
        if (!faults.isEmpty()) {
            throw Refused.unfit(faults);
        }
        return new Publication(account, named, kind, contentType, payload == null ? new byte[0] : payload);
    }

    private void missing(String field, String wanted) {
        if (faults.stream().noneMatch(fault -> fault.field().equals(field))) {
            fault(field, "missing", field + " is missing: " + wanted);
        }
    }

    private void fault(String field, String rule, String text) {
        faults.add(new Fault(field, rule, text));
    }

    private static String madeId() {
        byte[] random = new byte[16];
        RANDOM.nextBytes(random);
        return "msg_" + HexFormat.of().formatHex(random);
    }
}
