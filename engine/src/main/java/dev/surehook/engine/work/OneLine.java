package dev.surehook.engine.work;

import java.nio.charset.StandardCharsets;

/** Text from outside made fit for a log line, a terminal and a text column of any database. */
public final class OneLine {
    private OneLine() {}

    /** {@code text} without control characters and unpaired surrogates, at most {@code max} characters long. */
    public static String of(String text, int max) {
        String shortened = text.length() > max ? text.substring(0, max) : text;
        // Encoding turns an unpaired surrogate into '?', the cut above may have left one.
        String whole = new String(shortened.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        return whole.replaceAll("[\\p{Cntrl}\u2028\u2029]", " ");
    }
}
