package dev.surehook.engine.event;

import dev.surehook.signatures.Headers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Headers as they are kept: one {@code name: value} line each, in order, so that a person can read them in the table. */
public final class HeaderCodec {
    private HeaderCodec() {}

    public static byte[] encode(Headers headers) {
        StringBuilder text = new StringBuilder(512);
        for (Map.Entry<String, String> line : headers.lines()) {
            append(text, line.getKey());
            text.append(':');
            append(text, line.getValue());
            text.append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    public static Headers decode(byte[] bytes) {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        String text = new String(bytes, StandardCharsets.UTF_8);
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            int colon = text.indexOf(':', from);
            lines.add(Map.entry(text.substring(from, colon), text.substring(colon + 1, end)));
            from = end + 1;
        }
        return Headers.of(lines);
    }

    /** HTTP allows no line break in a header; one that a caller of the library puts there must not forge a line. */
    private static void append(StringBuilder text, String part) {
        if (part.indexOf('\n') < 0 && part.indexOf('\r') < 0) {
            text.append(part);
        } else {
            text.append(part.replace('\n', ' ').replace('\r', ' '));
        }
    }
}
