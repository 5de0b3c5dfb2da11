package dev.surehook.engine.source;

import java.util.List;
import java.util.Optional;

/**
 * Which events go to a lane, and how they are worked off there.
 *
 * @param name as of {@link dev.surehook.engine.event.LaneKey}; empty for the default lane, of which only the types count
 * @param types patterns; empty means every type
 * @param concurrency attempts at once, on each node; 0 for as many as the source has
 * @param batch how many events one attempt may take together; 1 for one by one
 * @param order that events with one key are handled in order
 */
public record LaneRules(String name, List<String> types, int concurrency, int batch, Optional<Order> order) {
    private static final int MOST = 1_000;

    public LaneRules {
        types = List.copyOf(types);
        if (concurrency < 0 || concurrency > MOST) {
            throw new IllegalArgumentException("concurrency lies between 1 and 1000, not at " + concurrency);
        }
        if (batch < 1 || batch > MOST) {
            throw new IllegalArgumentException("a batch has 1 to 1000 events, not " + batch);
        }
    }

    /** Of events that are handled one by one in no order. */
    public LaneRules(String name, List<String> types, int concurrency) {
        this(name, types, concurrency, 1, Optional.empty());
    }

    /** Events of {@code types} that stay in the default lane although a lane's pattern fits them, too. */
    public static LaneRules byDefault(List<String> types) {
        return new LaneRules("", types, 0);
    }

    public boolean isDefault() {
        return name.isEmpty();
    }

    /** With fewer attempts at once where {@code most} is less. */
    public LaneRules atMost(int most) {
        return new LaneRules(name, types, Math.min(concurrency, most), batch, order);
    }
}
