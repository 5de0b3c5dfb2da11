package dev.surehook.testkit.receiver;

import dev.surehook.signatures.Headers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * One request as it came over the wire.
 *
 * @param at when its last byte had arrived
 * @param connection the number of the connection that it came on, from 1
 * @param head the exact bytes up to and with the empty line
 * @param target path and query as sent
 * @param headers in order, names as written, values one character for each byte
 * @param body without chunk framing, otherwise exact
 */
public record ReceivedRequest(
        Instant at, int connection, byte[] head, String method, String target, Headers headers, byte[] body) {

    /** The head as text, one character for each byte. */
    public String headText() {
        return new String(head, StandardCharsets.ISO_8859_1);
    }

    public String bodyText() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The first value of the header, or the empty text. */
    public String header(String name) {
        return headers.first(name).orElse("");
    }

    @Override
    public String toString() {
        return "ReceivedRequest[" + method + " " + target + ", " + body.length + " bytes]";
    }
}
