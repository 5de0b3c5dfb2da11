package dev.surehook.benchmarks;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A receiver that can be started and measured.
 *
 * @param name kind and store, as in {@code spring-sqlite}
 * @param store what it stores in
 * @param command the command line, with placeholders
 * @param environment what is added to its environment, values with placeholders
 * @param file its SQLite file, with placeholders
 * @param rowsQuery counts the events that it stored
 * @param preload the name of its {@link Preloader}
 */
record Contender(
        String name,
        Store store,
        String command,
        Map<String, String> environment,
        Optional<String> file,
        Optional<String> rowsQuery,
        String preload) {

    /** The name of the contender of the given kind on the same store. */
    String onSameStore(String kind) {
        return kind + "-" + store.name().toLowerCase(Locale.ROOT);
    }

    boolean isOfKind(String kind) {
        return name.equals(onSameStore(kind));
    }
}
