package dev.surehook.engine.store.outbox;

import dev.surehook.engine.outbox.DueDelivery;
import dev.surehook.engine.outbox.DueDelivery.PublishedEvent;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Begins attempts of what is due. */
final class AttemptsBegun {
    private static final String EVENTS =
            "SELECT id, account_id, event_id, type, published_at, content_type, body FROM surehook_outbox_event WHERE id ";

    private static final String VERSIONS = "SELECT id, version FROM surehook_endpoint WHERE id ";

    private final Dialect dialect;
    private final AccountIds accounts;
    private final LaneRows lanes;
    private final QueueRows queue;

    AttemptsBegun(Dialect dialect, AccountIds accounts, LaneRows lanes, QueueRows queue) {
        this.dialect = dialect;
        this.accounts = accounts;
        this.lanes = lanes;
        this.queue = queue;
    }

    List<DueDelivery> run(Connection connection, long now, int mostLanes, int most, long busyMillis, Set<Long> except)
            throws SQLException {
        List<LaneRow> due = lanes.lockDue(connection, now, mostLanes, except);
        if (due.isEmpty()) {
            return List.of();
        }
        Map<Long, List<QueueRow>> fronts = queue.fronts(connection, due);
        List<QueueRow> taken = new ArrayList<>();
        List<LaneRow> after = new ArrayList<>();
        for (LaneRow lane : due) {
            LaneTurn turn = LaneTurn.of(
                    lane, fronts.getOrDefault(lane.endpoint(), List.of()), now, most - taken.size(), now + busyMillis);
            taken.addAll(turn.taken());
            after.add(turn.after());
        }
        queue.begin(connection, taken, now + busyMillis);
        lanes.update(connection, after);
        return loaded(connection, taken);
    }

    private List<DueDelivery> loaded(Connection connection, List<QueueRow> taken) throws SQLException {
        if (taken.isEmpty()) {
            return List.of();
        }
        Map<Long, PublishedEvent> events = events(connection, taken);
        Map<Long, Long> versions = versions(connection, taken);
        List<DueDelivery> loaded = new ArrayList<>();
        for (QueueRow row : taken) {
            PublishedEvent event = events.get(row.event());
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

    private Map<Long, PublishedEvent> events(Connection connection, List<QueueRow> taken) throws SQLException {
        List<Long> ids =
                List.copyOf(new TreeSet<>(taken.stream().map(QueueRow::event).toList()));
        Map<Long, PublishedEvent> events = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(EVENTS + dialect.among(ids.size()))) {
            dialect.setAmong(select, 1, ids);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    events.put(
                            row.getLong(1),
                            new PublishedEvent(
                                    accounts.nameOf(connection, row.getInt(2)),
                                    row.getString(3),
                                    row.getString(4),
                                    Instant.ofEpochMilli(row.getLong(5)),
                                    row.getString(6),
                                    row.getBytes(7)));
                }
            }
        }
        return events;
    }

    private Map<Long, Long> versions(Connection connection, List<QueueRow> taken) throws SQLException {
        List<Long> ids =
                List.copyOf(new TreeSet<>(taken.stream().map(QueueRow::endpoint).toList()));
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
