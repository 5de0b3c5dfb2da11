package dev.surehook.signatures;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

/** A piece of what a scheme signs; the pieces follow one another without anything between them. */
public sealed interface SignedPart {

    <T> T fold(Function<Field, T> field, Function<Literal, T> literal);

    /**
     * Reads a template such as {@code {timestamp}.{body}}; the names are id, timestamp, method, url and body.
     *
     * @throws IllegalArgumentException if a brace does not belong to one of the names
     */
    static List<SignedPart> template(String text) {
        List<SignedPart> parts = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int open = text.indexOf('{', at);
            int close = text.indexOf('}', at);
            if (open < 0 && close < 0) {
                parts.add(new Literal(text.substring(at)));
                break;
            }
            if (open < 0 || close < open) {
                throw new IllegalArgumentException("template has a { or } without its partner; write {body}");
            }
            if (open > at) {
                parts.add(new Literal(text.substring(at, open)));
            }
            parts.add(Field.named(text.substring(open + 1, close)));
            at = close + 1;
        }
        return List.copyOf(parts);
    }

    /** A piece taken from the request. */
    enum Field implements SignedPart {
        ID,
        TIMESTAMP,
        METHOD,
        URL,
        BODY;

        @Override
        public <T> T fold(Function<Field, T> field, Function<Literal, T> literal) {
            return field.apply(this);
        }

        private static Field named(String name) {
            for (Field field : values()) {
                if (field.name().toLowerCase(Locale.ROOT).equals(name)) {
                    return field;
                }
            }
            throw new IllegalArgumentException(
                    "template names {" + name + "}; use {id}, {timestamp}, {method}, {url} or {body}");
        }
    }

    /** Fixed text, signed as UTF-8. */
    record Literal(String text) implements SignedPart {
        public Literal {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public <T> T fold(Function<Field, T> field, Function<Literal, T> literal) {
            return literal.apply(this);
        }

        byte[] bytes() {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }
}
