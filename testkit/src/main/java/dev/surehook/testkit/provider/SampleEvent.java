package dev.surehook.testkit.provider;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An event before it is signed. The body is not copied: do not change the array afterwards.
 *
 * @param id as the provider names the event, in the body or in a header
 * @param type likewise
 * @param body the exact bytes to send
 */
@SuppressWarnings("ArrayRecordComponent") // bodies are bytes; equality is defined below
public record SampleEvent(String id, String type, byte[] body) {
    public SampleEvent {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(body, "body");
    }

    /** The body read as UTF-8. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SampleEvent that
                && id.equals(that.id)
                && type.equals(that.type)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, type, Arrays.hashCode(body));
    }

    @Override
    public String toString() {
        return "SampleEvent[" + type + ", " + id + ", " + body.length + " bytes]";
    }
}
