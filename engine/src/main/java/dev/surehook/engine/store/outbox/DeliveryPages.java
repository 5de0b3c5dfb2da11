package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.SendingLog.Delivery;
import dev.surehook.engine.outbox.SendingLog.Filter;
import dev.surehook.engine.outbox.SendingLog.Page;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Pages of deliveries, the newest event first. It walks one key downwards in stretches: an endpoint's deliveries, or those of
 * its that are parked where only such are wanted, or the account's events. Where what is looked for is rare, it ends after a
 * while with the page that it has so far: an index for it would be paid for by every delivery.
 */
final class DeliveryPages {
    private static final int SHORTEST_STRETCH = 50;
    private static final int LONGEST_STRETCH = 4_000;
    private static final Duration PATIENCE = Duration.ofMillis(250);

    private static final String OF_ENDPOINT =
            "SELECT event_id FROM %s WHERE endpoint_id = ? AND event_id <= ? ORDER BY event_id DESC LIMIT ?";

    private static final String OF_ACCOUNT =
            "SELECT id FROM surehook_outbox_event WHERE account_id = ? AND id <= ? ORDER BY id DESC LIMIT ?";

    private final Connection connection;
    private final Dialect dialect;
    private final AccountName account;
    private final int accountId;
    private final long now;

    DeliveryPages(Connection connection, Dialect dialect, AccountName account, int accountId, long now) {
        this.connection = connection;
        this.dialect = dialect;
        this.account = account;
        this.accountId = accountId;
        this.now = now;
    }

    Page<Delivery> page(Filter filter) throws SQLException {
        OptionalLong endpoint = OptionalLong.empty();
        if (filter.endpoint().isPresent()) {
            endpoint = number(filter.endpoint().get());
            if (endpoint.isEmpty()) {
                return new Page<>(List.of(), Optional.empty());
            }
        }
        long enough = System.nanoTime() + PATIENCE.toNanos();
        int stretch = Math.max(filter.limit(), SHORTEST_STRETCH);
        DeliveryRef below = filter.cursor().map(DeliveryPages::cursor).orElse(new DeliveryRef(Long.MAX_VALUE, 0));
        List<Delivery> found = new ArrayList<>();
        while (true) {
            List<Long> events = events(filter, endpoint, below, stretch);
            found.addAll(DeliveryQuery.page(account, accountId, filter, now)
                    .among(events)
                    .before(below)
                    .newest(filter.limit() - found.size())
                    .run(connection, dialect, now));
            if (found.size() == filter.limit()) {
                return new Page<>(
                        found, Optional.of(found.get(found.size() - 1).ref().toString()));
            }
            if (events.size() < stretch) {
                return new Page<>(found, Optional.empty());
            }
            // All of that event was looked at, so what follows is of earlier ones.
            below = new DeliveryRef(events.get(events.size() - 1), 0);
            if (System.nanoTime() - enough >= 0) {
                return new Page<>(found, Optional.of(below.toString()));
            }
            stretch = Math.min(2 * stretch, LONGEST_STRETCH);
        }
    }

    private static DeliveryRef cursor(String text) {
        return DeliveryRef.parse(text)
                .orElseThrow(() -> new IllegalArgumentException("cursor must be what the page before said"));
    }

    /** One that was deleted has deliveries still. */
    private OptionalLong number(EndpointRef ref) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT id FROM surehook_endpoint WHERE ref = ? AND account_id = ?")) {
            select.setString(1, ref.value());
            select.setInt(2, accountId);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    private List<Long> events(Filter filter, OptionalLong endpoint, DeliveryRef below, int most) throws SQLException {
        boolean parked = filter.state().map(DeliveryPages::isParked).orElse(false);
        String table = parked ? "surehook_delivery_parked" : "surehook_delivery";
        String sql = endpoint.isPresent() ? OF_ENDPOINT.formatted(table) : OF_ACCOUNT;
        List<Long> events = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, endpoint.orElse(accountId));
            select.setLong(2, below.endpoint() > 0 ? below.event() : below.event() - 1);
            select.setInt(3, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    events.add(row.getLong(1));
                }
            }
        }
        return events;
    }

    private static boolean isParked(DeliveryState state) {
        return !state.isQueued() && state != DeliveryState.DELIVERED;
    }
}
