package dev.surehook.engine.store.outbox;

import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.profile.SendingProfile.End;
import dev.surehook.engine.profile.SendingProfile.Retention;
import dev.surehook.engine.retention.SentRetentionStore;
import dev.surehook.engine.store.sql.Database;
import dev.surehook.engine.store.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Walks events by their numbers, which grow with time; needs no index beside the primary keys. */
final class SqlSentRetention implements SentRetentionStore {
    /** Numbers and times may disagree by this much: numbers are taken before their transaction commits. */
    private static final long DISORDER_MS = Duration.ofMinutes(10).toMillis();

    /** Deliveries in one transaction, unless a single event has more. */
    private static final int MOST_DELIVERIES = 500;

    private final Database database;
    private final Begin begin;
    private final LaneRows lanes;
    private final SentRows rows;
    private final Turns turns;
    private final Runnable reclaim;

    SqlSentRetention(Database database, Begin begin, LaneRows lanes, Runnable reclaim) {
        this.database = database;
        this.begin = begin;
        this.lanes = lanes;
        this.rows = new SentRows(database.dialect());
        this.turns = new Turns(database, "sent-retention-turn");
        this.reclaim = reclaim;
    }

    @Override
    public boolean takeTurn(String holder, Duration length) {
        return turns.take(holder, length);
    }

    @Override
    public void leaveTurn(String holder, Duration rest) {
        turns.leave(holder, rest);
    }

    @Override
    public void reclaim() {
        reclaim.run();
    }

    /** Old events by number, each with its rule, and where to go on. */
    private record Old(Map<Long, Rule> events, long next) {
        List<Long> ids() {
            return List.copyOf(events.keySet());
        }
    }

    private record Rule(Retention retention, long publishedAt) {}

    private record Gone(List<DeliveryRef> deliveries, List<Long> events) {
        boolean isEmpty() {
            return deliveries.isEmpty() && events.isEmpty();
        }
    }

    @Override
    public Purged purge(Map<String, Retention> rules, Instant now, long from, int limit) {
        long time = now.toEpochMilli();
        Old old = looking(connection -> old(connection, rules, time, from, limit));
        if (old.events.isEmpty()) {
            return new Purged(0, 0, old.next);
        }
        Gone seen = looking(connection -> gone(connection, old, time));
        Gone gone = seen.isEmpty() ? seen : database.write(connection -> delete(connection, old, seen, time));
        return new Purged(gone.deliveries.size(), gone.events.size(), old.next);
    }

    /** On PostgreSQL in a transaction, whose plans it may choose; elsewhere beside those who write. */
    private <T> T looking(Database.SqlWork<T> look) {
        return database.dialect() != Dialect.POSTGRESQL
                ? database.read(look)
                : database.write(connection -> {
                    begin.now(connection);
                    return look.run(connection);
                });
    }

    private Old old(Connection connection, Map<String, Retention> rules, long now, long from, int limit)
            throws SQLException {
        long youngest = rules.values().stream()
                .mapToLong(rule -> now - shortest(rule))
                .max()
                .orElse(Long.MIN_VALUE);
        Map<Long, Rule> events = new LinkedHashMap<>();
        List<SentRows.Published> found = rows.events(connection, from, limit);
        long next = found.size() < limit ? DONE : found.get(limit - 1).id();
        for (SentRows.Published event : found) {
            if (event.publishedAt() >= youngest + DISORDER_MS) {
                next = DONE;
                break;
            }
            Retention rule = rules.get(event.profile());
            if (rule != null && event.publishedAt() < now - shortest(rule)) {
                events.put(event.id(), new Rule(rule, event.publishedAt()));
            }
        }
        return events.isEmpty() ? new Old(events, next) : bounded(connection, new Old(events, next));
    }

    private static long shortest(Retention rule) {
        return Arrays.stream(End.values())
                .mapToLong(end -> rule.of(end).toMillis())
                .min()
                .orElseThrow();
    }

    /** As many of the first ones as have few deliveries together, and one at least. */
    private Old bounded(Connection connection, Old old) throws SQLException {
        Map<Long, Integer> counts = rows.counts(connection, old.ids());
        Map<Long, Rule> few = new LinkedHashMap<>();
        int deliveries = 0;
        long last = 0;
        for (Map.Entry<Long, Rule> event : old.events.entrySet()) {
            deliveries += counts.getOrDefault(event.getKey(), 0);
            if (deliveries > MOST_DELIVERIES && !few.isEmpty()) {
                return new Old(few, last);
            }
            last = event.getKey();
            few.put(last, event.getValue());
        }
        return old;
    }

    private Gone gone(Connection connection, Old old, long now) throws SQLException {
        // First: what is given out after this look has deliveries in the next one.
        Set<Long> notGivenOut = rows.notGivenOut(connection, old.ids());
        Map<Long, List<SentRows.Sent>> deliveries = rows.deliveries(connection, old.ids());
        List<DeliveryRef> gone = new ArrayList<>();
        List<Long> events = new ArrayList<>();
        old.events.forEach((id, rule) -> {
            List<SentRows.Sent> all = deliveries.getOrDefault(id, List.of());
            List<DeliveryRef> over = all.stream()
                    .filter(sent -> sent.isOver(rule.retention, now))
                    .map(SentRows.Sent::ref)
                    .toList();
            gone.addAll(over);
            boolean unwanted = all.isEmpty()
                    && rule.publishedAt < now - rule.retention.done().toMillis();
            if (!notGivenOut.contains(id) && (unwanted || (!all.isEmpty() && over.size() == all.size()))) {
                events.add(id);
            }
        });
        return new Gone(gone, events);
    }

    /** Looks again with the lanes locked: whoever resends one of them meanwhile has locked its lane. */
    private Gone delete(Connection connection, Old old, Gone seen, long now) throws SQLException {
        begin.now(connection);
        Set<Long> locked = lanes.lock(
                        connection,
                        seen.deliveries.stream().map(DeliveryRef::endpoint).toList())
                .keySet();
        Gone gone = gone(connection, old, now);
        Set<Long> others = new HashSet<>();
        List<DeliveryRef> deliveries = new ArrayList<>();
        for (DeliveryRef ref : gone.deliveries) {
            if (locked.contains(ref.endpoint())) {
                deliveries.add(ref);
            } else {
                others.add(ref.event());
            }
        }
        List<Long> events =
                gone.events.stream().filter(id -> !others.contains(id)).toList();
        rows.delete(connection, deliveries, events);
        return new Gone(deliveries, events);
    }
}
