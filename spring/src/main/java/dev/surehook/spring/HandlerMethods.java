package dev.surehook.spring;

import dev.surehook.engine.source.IntakeRules;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All handler methods of an application, and which of them takes an event. */
final class HandlerMethods {
    private final List<HandlerMethod> methods;

    /** @throws IllegalStateException when two methods claim the same events */
    HandlerMethods(List<HandlerMethod> methods) {
        this.methods = List.copyOf(methods);
        Map<String, HandlerMethod> claims = new HashMap<>();
        for (HandlerMethod method : methods) {
            for (String type : method.types().isEmpty() ? List.of("*") : method.types()) {
                String claim = "source " + (method.source().isEmpty() ? "(any)" : method.source()) + ", type " + type;
                HandlerMethod other = claims.putIfAbsent(claim, method);
                if (other != null) {
                    throw new IllegalStateException(other.name() + " and " + method.name()
                            + " both handle the events of " + claim
                            + ": an event goes to one method; let it call both");
                }
            }
        }
    }

    boolean isEmpty() {
        return methods.isEmpty();
    }

    List<HandlerMethod> all() {
        return methods;
    }

    /** Sources that methods name. */
    List<String> namedSources() {
        return methods.stream()
                .map(HandlerMethod::source)
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    /** Patterns of the types that are handled; empty when all are; nothing when none is. */
    Optional<List<String>> typesOf(String source) {
        List<HandlerMethod> able = ofSource(source);
        if (able.isEmpty()) {
            return Optional.empty();
        }
        boolean all = able.stream().anyMatch(method -> method.types().isEmpty());
        return Optional.of(
                all
                        ? List.of()
                        : able.stream()
                                .flatMap(method -> method.types().stream())
                                .toList());
    }

    /** The method with the exact type, else the one with the longest pattern; one that names the source wins a tie. */
    Optional<HandlerMethod> find(String source, String type) {
        return ofSource(source).stream()
                .filter(method -> closeness(method, type) >= 0)
                .max(Comparator.<HandlerMethod>comparingInt(method -> closeness(method, type))
                        .thenComparing(method -> !method.source().isEmpty()));
    }

    private List<HandlerMethod> ofSource(String source) {
        return methods.stream()
                .filter(method -> method.source().isEmpty() || method.source().equals(source))
                .toList();
    }

    private static int closeness(HandlerMethod method, String type) {
        if (method.types().isEmpty()) {
            return 0;
        }
        return method.types().stream()
                .filter(pattern -> IntakeRules.matches(pattern, type))
                .mapToInt(pattern -> pattern.equals(type) ? Integer.MAX_VALUE : pattern.length())
                .max()
                .orElse(-1);
    }
}
