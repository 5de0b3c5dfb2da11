package dev.surehook.engine.event;

import java.util.regex.Pattern;

/** The name of a source: it is the last part of its path {@code /in/{name}} and scopes its event ids. */
public record SourceName(String value) {
    private static final Pattern SHAPE = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");

    public SourceName {
        if (!SHAPE.matcher(value).matches()) {
            throw new IllegalArgumentException("source name \"" + printable(value)
                    + "\" is not usable: take 1 to 63 of a-z, 0-9, '-' and '_', starting with a letter or digit");
        }
    }

    /** Whether {@code text} would be a valid name; a request path is looked at with this, not by catching. */
    public static boolean isValid(String text) {
        return SHAPE.matcher(text).matches();
    }

    private static String printable(String text) {
        String shortened = text.length() > 80 ? text.substring(0, 80) + "…" : text;
        return shortened.replaceAll("\\p{Cntrl}", "?");
    }

    @Override
    public String toString() {
        return value;
    }
}
