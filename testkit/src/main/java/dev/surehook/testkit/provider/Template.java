package dev.surehook.testkit.provider;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sample body with placeholders such as {@code {{id}}}. The files are laid out for readers; providers send JSON
 * without white space, so it is dropped here. Escapes stay as they are written.
 */
final class Template {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([^{}]+)}}");

    private final String text;

    private Template(String text) {
        this.text = text;
    }

    /**
     * Reads a file that stands beside this class.
     *
     * @throws IllegalStateException if there is none
     */
    static Template read(String path) {
        return new Template(withoutWhiteSpace(resource(path)));
    }

    static String resource(String path) {
        try (InputStream in = Template.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("there is no sample " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the sample " + path, e);
        }
    }

    byte[] fill(FreshValues values) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(values.of(found.group(1))))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** White space inside of strings stays. */
    static String withoutWhiteSpace(String json) {
        StringBuilder compact = new StringBuilder(json.length());
        boolean inString = false;
        boolean escaped = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (inString) {
                inString = c != '"' || escaped;
                escaped = c == '\\' && !escaped;
            } else if (c == '"') {
                inString = true;
            } else if (c <= ' ') {
                continue;
            }
            compact.append(c);
        }
        return compact.toString();
    }
}
