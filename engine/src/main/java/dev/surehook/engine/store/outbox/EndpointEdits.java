package dev.surehook.engine.store.outbox;

import dev.surehook.engine.endpoint.Edited;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointEdit;
import dev.surehook.engine.store.sql.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Edits of endpoints, and what they do to deliveries. The edit itself, and what is under way then, are one transaction. What
 * is more than a step goes in later ones; until they are done the lane rests and a row says what is left, so that another
 * node ends what this one began.
 */
final class EndpointEdits {
    private static final int STEP = 500;

    private final Database database;
    private final Begin begin;
    private final EndpointRows rows;
    private final LaneRows lanes;
    private final Withdrawing withdrawing;

    EndpointEdits(Database database, Begin begin, EndpointRows rows, LaneRows lanes, Withdrawing withdrawing) {
        this.database = database;
        this.begin = begin;
        this.rows = rows;
        this.lanes = lanes;
        this.withdrawing = withdrawing;
    }

    Edited<Endpoint> edit(long endpoint, EndpointEdit edit) {
        finish(endpoint);
        Edited<Endpoint> edited = database.write(connection -> edit(connection, endpoint, edit));
        finish(endpoint);
        return edited;
    }

    private Edited<Endpoint> edit(Connection connection, long endpoint, EndpointEdit edit) throws SQLException {
        LaneRow lane = lanes.lock(connection, List.of(endpoint)).get(endpoint);
        Optional<EndpointRows.Row> found = rows.find(connection, endpoint);
        if (lane == null || found.isEmpty()) {
            return new Edited.NotThere<>();
        }
        Endpoint before = found.get().endpoint();
        if (edit.ifVersion().isPresent() && edit.ifVersion().getAsLong() != before.version()) {
            return new Edited.OtherVersion<>();
        }
        long now = begin.now(connection);
        Optional<Instant> inFlight =
                edit.effects().refusedInFlight() ? inFlight(connection, endpoint, now) : Optional.empty();
        if (inFlight.isPresent()) {
            return new Edited.InFlight<>(inFlight.get());
        }
        rows.change(connection, endpoint, edit.draft());
        rows.changed(connection, endpoint, now);
        Endpoint after = rows.find(connection, endpoint).orElseThrow().endpoint();
        Optional<Withdrawal> withdrawal = Withdrawal.of(
                endpoint, after.version(), now, new Withdrawal.Change(before.draft(), after.draft()), edit.effects());
        boolean left = withdrawal.isPresent() && begin(connection, withdrawal.get(), now);
        // More room, or another rate: worth a look.
        lanes.update(connection, List.of(lane.nextDue(left ? LaneRow.NEVER : lane.wake(now))));
        return new Edited.Done<>(after);
    }

    /** Until when attempts of the endpoint may be under way; nothing when none is. */
    Optional<Instant> inFlight(Connection connection, long endpoint, long now) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "SELECT max(busy_until) FROM surehook_delivery_queue WHERE endpoint_id = ? AND busy_until > ?")) {
            select.setLong(1, endpoint);
            select.setLong(2, now);
            try (ResultSet row = select.executeQuery()) {
                long until = row.next() ? row.getLong(1) : 0;
                return until == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(until));
            }
        }
    }

    /** The first step. True when there are more to come; then the lane rests. */
    private boolean begin(Connection connection, Withdrawal withdrawal, long now) throws SQLException {
        Withdrawing.Step parked = withdrawing.parked(connection, withdrawal, 0, STEP, now);
        Withdrawing.Step queued = withdrawing.queued(connection, withdrawal, Withdrawing.FRONT, STEP, now);
        boolean left = !parked.isLast() || !queued.isLast();
        if (left || queued.underWay()) {
            WithdrawalRows.add(
                    connection,
                    new Withdrawal(
                            withdrawal.endpoint(),
                            withdrawal.version(),
                            withdrawal.madeAt(),
                            withdrawal.types(),
                            !left));
        }
        if (left) {
            lanes.pause(connection, withdrawal.endpoint(), LaneRow.NEVER);
        }
        return left;
    }

    /** Does what edits left to do; nothing for most endpoints. */
    void finish(long endpoint) {
        for (Withdrawal withdrawal : database.read(connection -> WithdrawalRows.of(connection, endpoint))) {
            if (!withdrawal.passed()) {
                pass(withdrawal);
            }
        }
    }

    /** What failed goes first: whoever resends one meanwhile puts it into the queue, which is gone through afterwards. */
    private void pass(Withdrawal withdrawal) {
        long event = 0;
        Withdrawing.Step step;
        do {
            long after = event;
            step = database.write(connection -> locked(connection, withdrawal.endpoint())
                    ? withdrawing.parked(connection, withdrawal, after, STEP, begin.now(connection))
                    : Withdrawing.Step.NOTHING);
            event = step.place().event();
        } while (!step.isLast());
        Withdrawing.Place place = Withdrawing.FRONT;
        do {
            Withdrawing.Place after = place;
            step = database.write(connection -> locked(connection, withdrawal.endpoint())
                    ? withdrawing.queued(connection, withdrawal, after, STEP, begin.now(connection))
                    : Withdrawing.Step.NOTHING);
            place = step.place();
        } while (!step.isLast());
        database.write(connection -> end(connection, withdrawal));
    }

    private boolean locked(Connection connection, long endpoint) throws SQLException {
        return lanes.lock(connection, List.of(endpoint)).containsKey(endpoint);
    }

    /** The lane goes on as its endpoint says. */
    private boolean end(Connection connection, Withdrawal withdrawal) throws SQLException {
        long endpoint = withdrawal.endpoint();
        LaneRow lane = lanes.lock(connection, List.of(endpoint)).get(endpoint);
        if (lane == null) {
            return false;
        }
        WithdrawalRows.passed(connection, withdrawal);
        if (WithdrawalRows.of(connection, endpoint).stream().allMatch(Withdrawal::passed)) {
            long pausedUntil = rows.pausedUntil(connection, endpoint);
            lanes.pause(connection, endpoint, pausedUntil);
            lanes.update(connection, List.of(lane.nextDue(wake(lane, pausedUntil, begin.now(connection)))));
        }
        return true;
    }

    private static long wake(LaneRow lane, long pausedUntil, long now) {
        return lane.held()
                ? LaneRow.NEVER
                : Math.max(Math.max(now, pausedUntil), Math.max(lane.suspendedUntil(), lane.restUntil()));
    }

    /** Ends what other nodes left, and attempts that were the last of their delivery and got lost. */
    void sweep() {
        for (long endpoint : database.read(WithdrawalRows::endpoints)) {
            finish(endpoint);
            database.write(connection -> {
                if (locked(connection, endpoint) && withdrawing.lost(connection, endpoint, begin.now(connection))) {
                    for (Withdrawal withdrawal : WithdrawalRows.of(connection, endpoint)) {
                        if (withdrawal.passed()) {
                            WithdrawalRows.remove(connection, withdrawal);
                        }
                    }
                }
                return true;
            });
        }
    }
}
