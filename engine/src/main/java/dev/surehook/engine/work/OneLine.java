package dev.surehook.engine.work;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Text from outside made fit for a log line, a terminal and a text column of any database. */
public final class OneLine {
    /** Both ranges of control characters (a terminal obeys either), line separators and marks that reverse text. */
    private static final Pattern UNFIT =
            Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]");

    private OneLine() {}

    /** {@code text} without control characters and unpaired surrogates, at most {@code max} characters long. */
    public static String of(String text, int max) {
        String shortened = text.length() > max ? text.substring(0, max) : text;
        // Encoding turns an unpaired surrogate into '?', the cut above may have left one.
        String whole = new String(shortened.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        return UNFIT.matcher(whole).replaceAll(" ");
    }
}
