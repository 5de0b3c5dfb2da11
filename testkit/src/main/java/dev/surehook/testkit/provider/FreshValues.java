package dev.surehook.testkit.provider;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * What stands for the placeholders of one sample.
 *
 * <p>{@code id}, {@code type}; {@code now}, {@code ago:SECONDS}, {@code unix}; {@code hex:N}, {@code digits:N},
 * {@code alnum:N}, {@code uuid}. With a third word, as in {@code hex:40:after}, the value is the same wherever the
 * placeholder is repeated.
 */
final class FreshValues {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String ALPHANUMERIC = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    private final String id;
    private final String type;
    private final Instant now;
    private final Map<String, String> repeated = new HashMap<>();

    FreshValues(String id, String type, Instant now) {
        this.id = id;
        this.type = type;
        this.now = now.truncatedTo(ChronoUnit.MILLIS);
    }

    String of(String placeholder) {
        String[] words = placeholder.split(":", -1);
        return words.length > 2 ? repeated.computeIfAbsent(placeholder, same -> make(words)) : make(words);
    }

    private String make(String[] words) {
        return switch (words[0]) {
            case "id" -> escaped(id);
            case "type" -> escaped(type);
            case "now" -> DateTimeFormatter.ISO_INSTANT.format(now);
            case "ago" -> DateTimeFormatter.ISO_INSTANT.format(now.minusSeconds(number(words)));
            case "unix" -> Long.toString(now.getEpochSecond());
            case "uuid" -> UUID.randomUUID().toString();
            case "hex" -> random(number(words), 16);
            case "digits" -> (1 + RANDOM.nextInt(9)) + random(number(words) - 1, 10);
            case "alnum" -> random(number(words), ALPHANUMERIC.length());
            default -> throw new IllegalStateException("unknown placeholder " + String.join(":", words));
        };
    }

    private static int number(String[] words) {
        return Integer.parseInt(words[1]);
    }

    static String random(int length, int alphabet) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(ALPHANUMERIC.charAt(RANDOM.nextInt(alphabet)));
        }
        return text.toString();
    }

    static String alphanumeric(int length) {
        return random(length, ALPHANUMERIC.length());
    }

    static String hex(int length) {
        return random(length, 16);
    }

    /** Ids and types may be any text, also one that would end a JSON string. */
    private static String escaped(String text) {
        StringBuilder json = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.toString();
    }
}
