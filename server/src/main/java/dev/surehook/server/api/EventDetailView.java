package dev.surehook.server.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.surehook.engine.store.EventLog.Conflict;
import dev.surehook.engine.store.EventLog.Detail;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event with all that is known about it.
 *
 * @param body base64 of the exact bytes
 * @param bodyText the same bytes as text, when they are UTF-8; never parsed and written anew
 */
record EventDetailView(
        @JsonUnwrapped EventView summary,
        String sha256,
        @Nullable Instant erasedAt,
        List<HeaderView> headers,
        String body,
        @Nullable String bodyText,
        List<AttemptView> attempts,
        List<ConflictView> conflicts) {

    /** One header line, in order of arrival. */
    record HeaderView(String name, String value) {}

    /** The same id came with another body. */
    record ConflictView(String sha256, Instant firstAt, Instant lastAt, int times) {
        static ConflictView of(Conflict conflict) {
            return new ConflictView(conflict.sha256(), conflict.firstAt(), conflict.lastAt(), conflict.times());
        }
    }

    static EventDetailView of(Detail detail) {
        byte[] body = detail.event().body();
        return new EventDetailView(
                EventView.of(detail.summary()),
                detail.sha256(),
                detail.erasedAt().orElse(null),
                detail.event().headers().lines().stream()
                        .map(line -> new HeaderView(line.getKey(), line.getValue()))
                        .toList(),
                Base64.getEncoder().encodeToString(body),
                text(body),
                AttemptView.of(detail),
                detail.conflicts().stream().map(ConflictView::of).toList());
    }

    private static @Nullable String text(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
