package dev.surehook.engine.inbox;

import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.inbox.Identified.Identity;
import dev.surehook.engine.inbox.Identified.NotUsable;
import dev.surehook.engine.json.JsonBody;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.source.WithoutId;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Locator;
import dev.surehook.signatures.SignedRequest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Finds an event's id and type where its provider puts them. Runs after verification only. */
final class Identification {
    /** Longer ids are refused; what is stored and compared is a hash, so the length costs nothing below this. */
    static final int MAX_ID = 8_192;

    static final int MAX_TYPE = 255;

    static final String UNKNOWN_TYPE = "unknown";

    private final Source source;
    private final Headers headers;
    private final Optional<JsonBody> json;

    private Identification(Source source, Headers headers, Optional<JsonBody> json) {
        this.source = source;
        this.headers = headers;
        this.json = json;
    }

    /** Whether the answer depends on what is in the body; if not, it need not be decompressed. */
    static boolean readsBody(Source source) {
        return source.intake().json()
                || !JsonBody.pathsOf(source.provider().identity()).isEmpty();
    }

    /** @param plain the body without its compression; looked at only where {@link #readsBody} */
    static Identified of(Source source, SignedRequest request, byte[] plain) {
        Optional<JsonBody> json = Optional.empty();
        if (readsBody(source)) {
            json = JsonBody.read(plain, JsonBody.pathsOf(source.provider().identity()), JsonBody.Values.TEXTS);
            if (json.isEmpty() && source.intake().json()) {
                return new NotUsable("the body is not one JSON document in UTF-8");
            }
        }
        return new Identification(source, request.headers(), json).identify(request.body());
    }

    private Identified identify(byte[] body) {
        dev.surehook.signatures.Identity rules = source.provider().identity();
        Optional<String> id = first(rules.id(), MAX_ID);
        Optional<String> type = first(rules.type(), MAX_TYPE);
        // The provider only gives the default: a source that keeps events without an id keeps this provider's as well.
        boolean strict = source.intake().withoutId() == WithoutId.REFUSE;
        if (id.isEmpty() && strict) {
            return new NotUsable("no usable id: it must be a text of 1 to " + MAX_ID + " characters");
        }
        if (type.isEmpty() && strict && rules.typeRequired()) {
            return new NotUsable("no usable type: it must be a text of 1 to " + MAX_TYPE + " characters");
        }
        if (id.isPresent() && rules.idHeaderThatMustEqualBodyId().isPresent()) {
            List<String> repeated =
                    headers.values(rules.idHeaderThatMustEqualBodyId().get());
            if (repeated.size() != 1 || !Optional.of(repeated.get(0).strip()).equals(id)) {
                return new NotUsable("the id header is missing, repeated or differs from the id in the body");
            }
        }
        String usableType = type.orElse(UNKNOWN_TYPE);
        return id.<Identified>map(found -> new Identity(found, usableType))
                .orElseGet(() -> withoutId(body, usableType));
    }

    private Identified withoutId(byte[] body, String type) {
        return switch (source.intake().withoutId()) {
            case REFUSE -> new NotUsable("no usable id, and this source refuses events without one");
            case BODY_HASH -> new Identity("sha256:" + HexFormat.of().formatHex(EventKey.digest(body)), type);
            case KEEP_ALL -> new Identity("generated:" + UUID.randomUUID(), type);
        };
    }

    private Optional<String> first(List<Locator> places, int max) {
        for (Locator place : places) {
            Optional<String> found = place.fold(
                            header -> headers.first(header.name()).map(String::strip),
                            path -> json.flatMap(body -> body.text(path.path())))
                    .filter(text -> isUsable(text, max));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Blank text is no id; control characters and unpaired surrogates could not be stored and passed on unchanged. */
    private static boolean isUsable(String text, int max) {
        if (text.isBlank() || text.length() > max) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                return false;
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }
}
