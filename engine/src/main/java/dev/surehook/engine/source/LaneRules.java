package dev.surehook.engine.source;

import java.util.List;

/**
 * Which events go to a lane, and how they are worked off there.
 *
 * @param name as of {@link dev.surehook.engine.event.LaneKey}; empty for the default lane
 * @param types patterns; empty means every type
 * @param concurrency attempts at once, on each node; of the default lane the source's own counts
 */
public record LaneRules(String name, List<String> types, int concurrency) {
    public LaneRules {
        types = List.copyOf(types);
        if (concurrency < 1 || concurrency > 1_000) {
            throw new IllegalArgumentException("concurrency lies between 1 and 1000, not at " + concurrency);
        }
    }

    /** Events of {@code types} that stay in the default lane although a lane's pattern fits them, too. */
    public static LaneRules byDefault(List<String> types) {
        return new LaneRules("", types, 1);
    }

    public boolean isDefault() {
        return name.isEmpty();
    }

    /** With fewer attempts at once where {@code most} is less. */
    public LaneRules atMost(int most) {
        return new LaneRules(name, types, Math.min(concurrency, most));
    }
}
