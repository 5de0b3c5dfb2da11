package dev.surehook.spring;

import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.Lanes;
import dev.surehook.engine.source.TypePatterns;
import dev.surehook.engine.store.StartFailure;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** All handler methods of an application, and which of them takes an event. */
final class HandlerMethods {
    private final List<HandlerMethod> methods;

    /** @throws StartFailure when two methods claim the same events */
    HandlerMethods(List<HandlerMethod> methods) {
        this.methods = List.copyOf(methods);
        requireNames();
        Map<String, HandlerMethod> claims = new HashMap<>();
        for (HandlerMethod method : methods) {
            for (String type : method.types().isEmpty() ? List.of("*") : method.types()) {
                String claim = "source " + (method.source().isEmpty() ? "(any)" : method.source()) + ", type " + type;
                HandlerMethod other = claims.putIfAbsent(claim, method);
                if (other != null) {
                    throw new StartFailure(other.name() + " and " + method.name()
                            + " both handle the events of " + claim
                            + ": an event goes to one method; let it call both");
                }
            }
        }
    }

    /** A lane's events are found by its name after the next start, so it must be the same one then. */
    private void requireNames() {
        Map<String, HandlerMethod> owners = new HashMap<>();
        for (HandlerMethod method : methods) {
            HandlerMethod other = method.lane().isDefault()
                    ? null
                    : owners.putIfAbsent(method.lane().name(), method);
            if (other != null) {
                throw new StartFailure(other.method() + " and " + method.method()
                        + " would share a lane, which has the bean's and the method's name: give one another name");
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

    /** What is handled by what, for people: {@code whatsapp.* by Chat.on, all else by Rest.on}. */
    String described(String source) {
        List<HandlerMethod> able = ofSource(source);
        return able.isEmpty()
                ? "nothing, its events are kept as ignored"
                : able.stream().map(method -> described(method, able.size())).collect(Collectors.joining(", "));
    }

    private static String described(HandlerMethod method, int methods) {
        String all = methods == 1 ? "all types" : "all other types";
        return (method.types().isEmpty() ? all : String.join(" and ", method.types())) + " by " + method.name();
    }

    /** The lanes of the source, chosen for an event as {@link #find} chooses its method. */
    Lanes lanesOf(String source) {
        List<LaneRules> lanes =
                ofSource(source).stream().map(HandlerMethod::lane).toList();
        return lanes.stream().allMatch(LaneRules::isDefault) ? Lanes.NONE : new Lanes(lanes);
    }

    /** The method with the exact type, else the one with the longest pattern; one that names the source wins a tie. */
    Optional<HandlerMethod> find(String source, String type) {
        HandlerMethod best = null;
        int closest = TypePatterns.NO_FIT;
        for (HandlerMethod method : ofSource(source)) {
            int closeness = TypePatterns.closeness(method.types(), type);
            if (closeness > closest) {
                closest = closeness;
                best = method;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Those that name the source come first. */
    private List<HandlerMethod> ofSource(String source) {
        return methods.stream()
                .filter(method -> method.source().isEmpty() || method.source().equals(source))
                .sorted(Comparator.comparing(method -> method.source().isEmpty()))
                .toList();
    }
}
