package dev.surehook.engine.source;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A source's lanes beside its default one. An event goes to the lane whose types fit it best, as {@link
 * TypePatterns#closeness} says; of equals to the first. What fits none goes to the default lane.
 */
public record Lanes(List<LaneRules> rules) {
    public static final Lanes NONE = new Lanes(List.of());

    public Lanes {
        rules = List.copyOf(rules);
        Set<String> names = new HashSet<>();
        for (LaneRules lane : rules) {
            if (!lane.isDefault() && !names.add(lane.name())) {
                throw new IllegalArgumentException("two lanes have the name " + lane.name());
            }
        }
    }

    /** All but the default one. */
    public List<LaneRules> named() {
        return rules.stream().filter(lane -> !lane.isDefault()).toList();
    }

    /** With at most so many attempts at once in each. */
    public Lanes atMost(int concurrency) {
        return new Lanes(rules.stream().map(lane -> lane.atMost(concurrency)).toList());
    }

    /** The lane for events of {@code type}; nothing stands for the default one. */
    public Optional<LaneRules> of(String type) {
        LaneRules best = null;
        int closest = TypePatterns.NO_FIT;
        for (LaneRules lane : rules) {
            int closeness = TypePatterns.closeness(lane.types(), type);
            if (closeness > closest) {
                closest = closeness;
                best = lane;
            }
        }
        return Optional.ofNullable(best).filter(lane -> !lane.isDefault());
    }
}
