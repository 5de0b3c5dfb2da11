package dev.surehook.server.api;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Query parameters by name. One that does not exist is refused: a mistyped filter would select everything. So is an empty
 * one, for the same reason.
 */
record QueryValues(Map<String, String> all) {
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");
    private static final int DEFAULT_LIMIT = 50;

    /** @throws BadRequest when there is one that is not known */
    static QueryValues of(Map<String, String> parameters, Set<String> known) {
        for (String name : parameters.keySet()) {
            if (!known.contains(name)) {
                throw new BadRequest(
                        OneWord.bare(name),
                        "unknown",
                        "there is no parameter " + OneWord.of(name) + "; known are "
                                + known.stream().sorted().collect(Collectors.joining(", ")));
            }
        }
        return new QueryValues(parameters);
    }

    <T> Optional<T> read(String name, Function<String, T> reader, String expected) {
        String text = all.get(name);
        if (text == null) {
            return Optional.empty();
        }
        if (text.isBlank()) {
            throw new BadRequest(name, "missing", name + " is empty; give it a value or leave it out");
        }
        try {
            return Optional.of(reader.apply(text.strip()));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new BadRequest(name, "form", name + " must be " + expected);
        }
    }

    int limit(int most) {
        int limit = read("limit", Integer::parseInt, "a whole number").orElse(DEFAULT_LIMIT);
        if (limit < 1 || limit > most) {
            throw new BadRequest("limit", "range", "limit lies between 1 and " + most);
        }
        return limit;
    }

    Optional<String> type() {
        return read("type", QueryValues::wholeType, "one whole type; * does not stand for others");
    }

    Optional<Instant> time(String name) {
        return read(name, QueryValues::instant, "a time such as 2026-01-31T08:00:00Z");
    }

    private static String wholeType(String text) {
        if (text.indexOf('*') >= 0 || text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("no type");
        }
        return text;
    }

    /** Years that a clock may show; beyond them lies what no database and no millisecond holds. */
    private static Instant instant(String text) {
        Instant time = Instant.parse(text);
        if (time.isBefore(Instant.EPOCH) || time.isAfter(LAST)) {
            throw new IllegalArgumentException("beyond all clocks");
        }
        return time;
    }
}
