package dev.surehook.testkit.provider;

import dev.surehook.signatures.Headers;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A POST as a provider makes it. The body is not copied: do not change the array afterwards.
 *
 * @param headers all that the provider sets, without those of the connection (Host, Content-Length)
 * @param body the exact bytes to send
 * @param id the event's id
 * @param type the event's type
 */
@SuppressWarnings("ArrayRecordComponent") // bodies are bytes; equality is defined below
public record ProviderRequest(Headers headers, byte[] body, String id, String type) {
    public ProviderRequest {
        Objects.requireNonNull(headers, "headers");
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(type, "type");
    }

    /** The same request with one byte of the body changed after signing; JSON stays JSON where the body has a digit. */
    public ProviderRequest tampered() {
        byte[] changed = body.length == 0 ? new byte[1] : body.clone();
        int last = changed.length - 1;
        int digit = lastDigit(changed);
        if (digit >= 0) {
            changed[digit] = changed[digit] == '1' ? (byte) '2' : (byte) '1';
        } else {
            changed[last] = (byte) (changed[last] ^ 1);
        }
        return new ProviderRequest(headers, changed, id, type);
    }

    /** The event that this request carries. */
    public SampleEvent event() {
        return new SampleEvent(id, type, body);
    }

    private static int lastDigit(byte[] bytes) {
        for (int i = bytes.length - 1; i >= 0; i--) {
            if (bytes[i] >= '0' && bytes[i] <= '9') {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ProviderRequest that
                && headers.equals(that.headers)
                && id.equals(that.id)
                && type.equals(that.type)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return Objects.hash(headers, id, type, Arrays.hashCode(body));
    }

    @Override
    public String toString() {
        return "ProviderRequest[" + type + ", " + id + ", " + body.length + " bytes]";
    }
}
