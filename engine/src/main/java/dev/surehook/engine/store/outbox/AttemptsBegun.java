package dev.surehook.engine.store.outbox;

import dev.surehook.engine.outbox.DueDelivery;
import dev.surehook.engine.outbox.DueDelivery.PublishedEvent;
import dev.surehook.engine.outbox.SendingStore.Wish;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Begins attempts of what is due. */
final class AttemptsBegun {
    private static final String VERSIONS = "SELECT id, version FROM surehook_endpoint WHERE id ";

    private static final Comparator<QueueRow> IN_QUEUE =
            Comparator.comparingLong(QueueRow::dueAt).thenComparingLong(QueueRow::event);

    private final Dialect dialect;
    private final QueueRows queue;
    private final OutboxEvents events;

    AttemptsBegun(Dialect dialect, QueueRows queue, OutboxEvents events) {
        this.dialect = dialect;
        this.queue = queue;
        this.events = events;
    }

    /**
     * @param fresh what was given to endpoints in this transaction and is in no queue yet; it is put there
     * @param known events that were read in this transaction
     */
    List<DueDelivery> run(
            Connection connection,
            long now,
            Wish wish,
            HeldLanes lanes,
            List<QueueRow> fresh,
            Map<Long, PublishedEvent> known)
            throws SQLException {
        if (wish.most() <= 0) {
            queue.add(connection, fresh);
            return List.of();
        }
        lanes.lockDue(connection, now, wish.lanes(), wish.except());
        List<LaneRow> due = lanes.due(now, wish.except());
        Map<Long, List<QueueRow>> fronts = queue.fronts(connection, due);
        for (QueueRow row : fresh) {
            fronts.computeIfPresent(row.endpoint(), (endpoint, front) -> {
                front.add(row);
                return front;
            });
        }
        long busyUntil = now + wish.busy().toMillis();
        List<QueueRow> taken = new ArrayList<>();
        for (LaneRow lane : due) {
            List<QueueRow> front = fronts.getOrDefault(lane.endpoint(), List.of()).stream()
                    .sorted(IN_QUEUE)
                    .limit(LaneTurn.front(lane))
                    .toList();
            LaneTurn turn = LaneTurn.of(lane, front, now, wish.most() - taken.size(), busyUntil);
            taken.addAll(turn.taken());
            lanes.put(turn.after());
        }
        begin(connection, taken, fresh, busyUntil);
        return loaded(connection, taken, known);
    }

    /** Counts an attempt of each that was taken, and marks it as under way. */
    private void begin(Connection connection, List<QueueRow> taken, List<QueueRow> fresh, long busyUntil)
            throws SQLException {
        Set<QueueRow> begun = new HashSet<>(taken);
        Set<QueueRow> added = new HashSet<>(fresh);
        queue.add(
                connection,
                fresh.stream()
                        .map(row -> begun.contains(row) ? row.begun(busyUntil) : row)
                        .toList());
        queue.begin(
                connection,
                taken.stream()
                        .filter(row -> !added.contains(row))
                        .map(row -> row.begun(busyUntil))
                        .toList());
    }

    private List<DueDelivery> loaded(Connection connection, List<QueueRow> taken, Map<Long, PublishedEvent> known)
            throws SQLException {
        if (taken.isEmpty()) {
            return List.of();
        }
        Map<Long, PublishedEvent> bodies = new HashMap<>(known);
        events.of(
                        connection,
                        distinct(taken.stream()
                                .map(QueueRow::event)
                                .filter(event -> !known.containsKey(event))
                                .toList()))
                .forEach((id, row) -> bodies.put(id, row.event()));
        Map<Long, Long> versions = versions(connection, taken);
        List<DueDelivery> loaded = new ArrayList<>();
        for (QueueRow row : taken) {
            PublishedEvent event = bodies.get(row.event());
            if (event != null) {
                loaded.add(new DueDelivery(
                        row.ref(),
                        row.dueAt(),
                        row.attempt() + 1,
                        row.budgetFrom(),
                        versions.getOrDefault(row.endpoint(), 0L),
                        event));
            }
        }
        return loaded;
    }

    private static List<Long> distinct(List<Long> ids) {
        return List.copyOf(new TreeSet<>(ids));
    }

    private Map<Long, Long> versions(Connection connection, List<QueueRow> taken) throws SQLException {
        List<Long> ids = distinct(taken.stream().map(QueueRow::endpoint).toList());
        Map<Long, Long> versions = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(VERSIONS + dialect.among(ids.size()))) {
            dialect.setAmong(select, 1, ids);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    versions.put(row.getLong(1), row.getLong(2));
                }
            }
        }
        return versions;
    }
}
