package dev.surehook.engine.endpoint;

import dev.surehook.engine.json.JsonBody;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which payloads an endpoint wants: each place must hold one of its values. A place is a member's name, or several with
 * dots between from the top downwards ({@code data.status}); a member with a dot in its name, or in a list, cannot be
 * named. A number is compared as it was written, so {@code 1} is not {@code 1.0}; null, a list or an object is no value.
 * Immutable.
 */
public final class PayloadFilter {
    static final int MOST_PLACES = 20;
    static final int MOST_NAMES = 10;
    static final int MOST_VALUES = 100;
    static final int MOST_CHARACTERS = 256;

    private final Map<String, List<String>> anyOf;
    /** The places, taken apart once. */
    private final Map<List<String>, List<String>> wanted;

    private final List<List<String>> paths;

    /**
     * @param anyOf by place the texts of the wanted values; empty wants every payload
     * @throws IllegalArgumentException with one line, when there are too many, or a place is none
     */
    public PayloadFilter(Map<String, List<String>> anyOf) {
        Map<String, List<String>> sorted = new TreeMap<>();
        anyOf.forEach((place, values) -> sorted.put(place, List.copyOf(values)));
        this.anyOf = Collections.unmodifiableMap(sorted);
        requireBounds(this.anyOf);
        this.wanted = new HashMap<>();
        this.anyOf.forEach((place, values) -> wanted.put(namesOf(place), values));
        this.paths = List.copyOf(wanted.keySet());
    }

    /**
     * Reads what {@link #json} writes; values may also be numbers and booleans.
     *
     * @throws IllegalArgumentException with one line that says what is wrong where
     */
    public static PayloadFilter parse(String json) {
        return new PayloadFilter(FilterJson.read(json));
    }

    public Map<String, List<String>> anyOf() {
        return anyOf;
    }

    /** As the API has it: <code>{"data.status":["paid","refunded"]}</code>. Equal filters have the same text. */
    public String json() {
        return FilterJson.write(anyOf);
    }

    /**
     * False also for what is not one JSON document in UTF-8. Of repeated members the last counts. Never throws; takes one
     * pass over the body, and room for the values at the wanted places only.
     */
    public boolean accepts(byte[] body) {
        return paths.isEmpty()
                || JsonBody.read(body, paths, JsonBody.Values.SCALARS)
                        .map(this::fits)
                        .orElse(false);
    }

    private boolean fits(JsonBody body) {
        for (Map.Entry<List<String>, List<String>> place : wanted.entrySet()) {
            if (!body.text(place.getKey()).map(place.getValue()::contains).orElse(false)) {
                return false;
            }
        }
        return true;
    }

    private static List<String> namesOf(String place) {
        return List.of(place.split("\\.", -1));
    }

    private static void requireBounds(Map<String, List<String>> anyOf) {
        if (anyOf.size() > MOST_PLACES) {
            throw new IllegalArgumentException("a filter has " + MOST_PLACES + " places at most");
        }
        anyOf.forEach((place, values) -> {
            List<String> names = namesOf(place);
            if (place.length() > MOST_CHARACTERS
                    || names.size() > MOST_NAMES
                    || names.stream().anyMatch(String::isBlank)) {
                throw new IllegalArgumentException("a place in a filter is 1 to " + MOST_NAMES
                        + " names with dots between, as in data.status, and " + MOST_CHARACTERS
                        + " characters at most");
            }
            if (values.isEmpty() || values.size() > MOST_VALUES) {
                throw new IllegalArgumentException("a place in a filter has 1 to " + MOST_VALUES + " values; "
                        + Quoted.of(place) + " has " + values.size());
            }
            if (values.stream().anyMatch(value -> value.length() > MOST_CHARACTERS)) {
                throw new IllegalArgumentException("a value in a filter has " + MOST_CHARACTERS
                        + " characters at most; one of " + Quoted.of(place) + " is longer");
            }
        });
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PayloadFilter that && anyOf.equals(that.anyOf);
    }

    @Override
    public int hashCode() {
        return anyOf.hashCode();
    }

    @Override
    public String toString() {
        return anyOf.keySet().stream().map(Quoted::of).collect(Collectors.joining(", ", "filter on ", ""));
    }
}
