package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.sending.contender.Contenders;
import java.util.List;

/** Picks the contenders for modes that compare Surehook with itself. */
final class Surehooks {
    private static final List<String> ALL = List.of(Contenders.POSTGRESQL, Contenders.SQLITE);

    private Surehooks() {}

    /** @throws IllegalArgumentException when there is none among them */
    static List<String> among(List<String> contenders) {
        List<String> found = contenders.stream().filter(ALL::contains).toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("give --contenders with one of " + ALL);
        }
        return found;
    }
}
