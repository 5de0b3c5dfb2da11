package dev.surehook.signatures;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Request headers in order of arrival; names are compared without regard to ASCII case. Immutable and thread-safe.
 *
 * <p>Values are text as a servlet container decodes them, one character for each byte (ISO-8859-1), so that a signed
 * header value can be turned back into the bytes that were sent.
 */
public final class Headers {
    private static final Headers EMPTY = new Headers(List.of());

    private final List<Map.Entry<String, String>> lines;

    private Headers(List<Map.Entry<String, String>> lines) {
        this.lines = lines;
    }

    /** Takes one entry per header line; a repeated name is a repeated line. */
    public static Headers of(List<Map.Entry<String, String>> lines) {
        List<Map.Entry<String, String>> copy = new ArrayList<>(lines.size());
        for (Map.Entry<String, String> line : lines) {
            copy.add(Map.entry(line.getKey(), line.getValue()));
        }
        return new Headers(List.copyOf(copy));
    }

    /**
     * Takes names and values in turn.
     *
     * @throws IllegalArgumentException if the last name has no value
     */
    public static Headers of(String... nameValuePairs) {
        if (nameValuePairs.length % 2 != 0) {
            throw new IllegalArgumentException("every header name needs a value; got an odd number of texts");
        }
        List<Map.Entry<String, String>> lines = new ArrayList<>(nameValuePairs.length / 2);
        for (int i = 0; i < nameValuePairs.length; i += 2) {
            lines.add(Map.entry(nameValuePairs[i], nameValuePairs[i + 1]));
        }
        return new Headers(List.copyOf(lines));
    }

    public static Headers empty() {
        return EMPTY;
    }

    /** All values of the header, in order of arrival; empty when it is absent. */
    public List<String> values(String name) {
        List<String> values = new ArrayList<>(2);
        for (Map.Entry<String, String> line : lines) {
            if (sameName(line.getKey(), name)) {
                values.add(line.getValue());
            }
        }
        return List.copyOf(values);
    }

    public Optional<String> first(String name) {
        for (Map.Entry<String, String> line : lines) {
            if (sameName(line.getKey(), name)) {
                return Optional.of(line.getValue());
            }
        }
        return Optional.empty();
    }

    /** Every header line as it arrived, with its name as it was written. */
    public List<Map.Entry<String, String>> lines() {
        return lines;
    }

    /** The values of repeated lines joined in order, or null when the header is absent. Copies nothing for one line. */
    @Nullable
    String joined(String name, char separator) {
        String joined = null;
        for (Map.Entry<String, String> line : lines) {
            if (sameName(line.getKey(), name)) {
                joined = joined == null ? line.getValue() : joined + separator + line.getValue();
            }
        }
        return joined;
    }

    /** Not equalsIgnoreCase: that one also takes the Kelvin sign for a k. */
    private static boolean sameName(String one, String other) {
        if (one.length() != other.length()) {
            return false;
        }
        if (one.equals(other)) {
            return true;
        }
        for (int i = 0; i < one.length(); i++) {
            if (lower(one.charAt(i)) != lower(other.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Headers headers && lines.equals(headers.lines);
    }

    @Override
    public int hashCode() {
        return lines.hashCode();
    }

    /** Names only: values may carry credentials. */
    @Override
    public String toString() {
        return "Headers" + lines.stream().map(Map.Entry::getKey).toList();
    }
}
