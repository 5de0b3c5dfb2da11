package dev.surehook.signatures;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a signature can cover: the method, the public URL, the headers and the exact body bytes of one request.
 *
 * <p>The body is not copied; whoever makes a request object must not change the array afterwards.
 *
 * @param method such as {@code POST}; only looked at by schemes that sign it
 * @param url the URL as the sender called it; only looked at by schemes that sign it, empty where it is not known
 */
@SuppressWarnings("ArrayRecordComponent") // bodies are bytes from socket to signature; equality is defined below
public record SignedRequest(String method, String url, Headers headers, byte[] body) {
    public SignedRequest {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(headers, "headers");
        Objects.requireNonNull(body, "body");
    }

    /** A POST for schemes that sign neither method nor URL. */
    public static SignedRequest post(Headers headers, byte[] body) {
        return new SignedRequest("POST", "", headers, body);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SignedRequest that
                && method.equals(that.method)
                && url.equals(that.url)
                && headers.equals(that.headers)
                && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return Objects.hash(method, url, headers, Arrays.hashCode(body));
    }

    /** Neither body nor URL: both may hold what must not reach a log. */
    @Override
    public String toString() {
        return "SignedRequest[" + method + ", " + headers + ", " + body.length + " bytes]";
    }
}
