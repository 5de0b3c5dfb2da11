package dev.surehook.engine.work;

import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lanes that this node works off: those of its configuration, and stray ones. A stray lane lies in the database and is
 * not configured here, because a handler was renamed or removed, or because a node of another version made it during a
 * deployment; it is worked off in the slots of its source's default lane, so nothing waits for ever.
 *
 * <p>{@link #get} and {@link #all} are thread-safe; the rest is the claiming thread's.
 */
final class LaneMap {
    private final Map<SourceName, Lane> defaults = new LinkedHashMap<>();
    private final List<Lane> configured = new ArrayList<>();
    private final Map<LaneKey, Lane> known = new ConcurrentHashMap<>();
    private List<Lane> served;
    private int first;

    LaneMap(Collection<Source> sources, Map<SourceName, EventHandler> handlers) {
        for (Source source : sources) {
            EventHandler handler = handlers.get(source.name());
            if (handler != null) {
                add(source, handler);
            }
        }
        configured.forEach(lane -> known.put(lane.key(), lane));
        served = List.copyOf(configured);
    }

    private void add(Source source, EventHandler handler) {
        SourceName name = source.name();
        Lane byDefault = new Lane(
                LaneKey.defaultOf(name),
                source,
                handler,
                new Slots(source.work().concurrency()),
                LaneRules.byDefault(List.of()));
        defaults.put(name, byDefault);
        configured.add(byDefault);
        for (LaneRules rules : source.intake().lanes().named()) {
            int concurrency = rules.concurrency() == 0 ? source.work().concurrency() : rules.concurrency();
            LaneKey key = new LaneKey(name, rules.name());
            configured.add(new Lane(key, source, handler, new Slots(concurrency), rules));
        }
    }

    @Nullable
    Lane get(LaneKey key) {
        return known.get(key);
    }

    /** Every lane that was served since the start: a stray one may have attempts that still run. */
    Collection<Lane> all() {
        return known.values();
    }

    /** Attempts that run now. */
    int inFlight() {
        return configured.stream().mapToInt(lane -> lane.slots().inFlight()).sum();
    }

    /** Every lane to look at, another one first each time: lanes that share slots get them in turn. */
    List<Lane> inTurn() {
        List<Lane> turn = new ArrayList<>(served);
        first = served.isEmpty() ? 0 : (first + 1) % served.size();
        Collections.rotate(turn, first);
        return turn;
    }

    /** Looks again which stray lanes there are. */
    void refresh(WorkStore store) {
        List<Lane> found = new ArrayList<>(configured);
        defaults.forEach((source, byDefault) -> {
            for (LaneKey key : store.lanesWithWork(source)) {
                Lane lane = known.computeIfAbsent(key, byDefault::sharing);
                if (!configured.contains(lane)) {
                    lane.signal();
                    found.add(lane);
                }
            }
        });
        served = List.copyOf(found);
    }
}
