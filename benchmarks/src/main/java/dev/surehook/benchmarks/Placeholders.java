package dev.surehook.benchmarks;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Values for {@code {name}} in command lines. A value may stand for several words, where it stands alone. */
record Placeholders(Map<String, List<String>> values) {

    Placeholders with(String name, String value) {
        Map<String, List<String>> more = new HashMap<>(values);
        more.put(name, List.of(value));
        return new Placeholders(more);
    }

    /** Splits at white space first, so that a value with a space in it stays one word. */
    List<String> expandWords(String template) {
        return Arrays.stream(template.trim().split("\\s+"))
                .flatMap(this::expandWord)
                .toList();
    }

    private Stream<String> expandWord(String word) {
        List<String> whole =
                word.startsWith("{") && word.endsWith("}") ? values.get(word.substring(1, word.length() - 1)) : null;
        return whole != null ? whole.stream() : Stream.of(expand(word));
    }

    String expand(String template) {
        String expanded = template;
        for (Map.Entry<String, List<String>> value : values.entrySet()) {
            expanded = expanded.replace("{" + value.getKey() + "}", String.join(" ", value.getValue()));
        }
        return expanded;
    }
}
