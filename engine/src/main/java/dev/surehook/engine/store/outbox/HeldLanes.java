package dev.surehook.engine.store.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lanes that a transaction has locked: as they were, and as they will be. What several steps change is written once, at
 * the end, and not at all where it makes no difference to anybody.
 */
final class HeldLanes {
    private final LaneRows rows;
    private final Map<Long, LaneRow> before = new LinkedHashMap<>();
    private final Map<Long, LaneRow> after = new LinkedHashMap<>();

    HeldLanes(LaneRows rows) {
        this.rows = rows;
    }

    /**
     * Waits for them. To be called before any other lane is locked: several are locked in one order by everybody. Those that
     * are gone are left out.
     */
    void lock(Connection connection, Collection<Long> endpoints) throws SQLException {
        rows.lock(connection, endpoints).values().forEach(this::hold);
    }

    /** Adds those that are due and that nobody has locked; never waits. */
    void lockDue(Connection connection, long now, int most, Set<Long> except) throws SQLException {
        for (LaneRow lane : rows.lockDue(connection, now, most, except)) {
            // One that was locked before may have changed since.
            if (!before.containsKey(lane.endpoint())) {
                hold(lane);
            }
        }
    }

    private void hold(LaneRow lane) {
        before.put(lane.endpoint(), lane);
        after.put(lane.endpoint(), lane);
    }

    @Nullable
    LaneRow of(long endpoint) {
        return after.get(endpoint);
    }

    /** As it will be. */
    void put(LaneRow lane) {
        after.put(lane.endpoint(), lane);
    }

    /** Those that should be looked into now, and first those that wait longest for it: who has just had a turn is last. */
    List<LaneRow> due(long now, Set<Long> except) {
        return before.values().stream()
                .sorted(Comparator.comparingLong(LaneRow::nextDue))
                .map(lane -> after.getOrDefault(lane.endpoint(), lane))
                .filter(lane -> lane.nextDue() <= now && !except.contains(lane.endpoint()))
                .toList();
    }

    void save(Connection connection, long now) throws SQLException {
        List<LaneRow> changed = new ArrayList<>();
        for (LaneRow lane : after.values()) {
            LaneRow was = before.get(lane.endpoint());
            if (was != null && !says(was, lane, now)) {
                changed.add(lane);
            }
        }
        rows.update(connection, changed);
    }

    /** Whether {@code was} will do for {@code lane}: a look that comes too early finds nothing, and changes nothing. */
    private static boolean says(LaneRow was, LaneRow lane, long now) {
        boolean inTime = was.nextDue() == lane.nextDue() || (was.nextDue() > now && was.nextDue() < lane.nextDue());
        return inTime && was.nextDue(lane.nextDue()).equals(lane);
    }
}
