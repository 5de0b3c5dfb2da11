package dev.surehook.benchmarks.cli;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Arguments of the form {@code --name value}; a name that is followed by another name, or by nothing, is a flag. */
public final class Arguments {

    private static final String FLAG = "true";

    private final Map<String, String> values;

    private Arguments(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads {@code args} and refuses names that are not in {@code known} (given without dashes).
     *
     * @throws IllegalArgumentException naming the argument that is not understood
     */
    public static Arguments parse(String[] args, Set<String> known) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < args.length; i++) {
            String name = args[i].startsWith("--") ? args[i].substring(2) : "";
            if (!known.contains(name)) {
                throw new IllegalArgumentException("unknown argument " + args[i] + "; known: " + known);
            }
            boolean hasValue = i + 1 < args.length && !args[i + 1].startsWith("--");
            values.put(name, hasValue ? args[++i] : FLAG);
        }
        return new Arguments(values);
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    public String text(String name, String absent) {
        return values.getOrDefault(name, absent);
    }

    /** @throws IllegalArgumentException when the argument is missing */
    public String required(String name) {
        return text(name).orElseThrow(() -> new IllegalArgumentException("--" + name + " is missing"));
    }

    public int number(String name, int absent) {
        return text(name).map(Integer::parseInt).orElse(absent);
    }

    /** A length of time, given in whole seconds. */
    public Duration seconds(String name, int absent) {
        return Duration.ofSeconds(number(name, absent));
    }

    /** A list, given with commas. */
    public List<String> list(String name, List<String> absent) {
        return text(name).map(text -> List.of(text.split(",", -1))).orElse(absent);
    }

    public boolean flag(String name) {
        return FLAG.equals(values.get(name));
    }
}
