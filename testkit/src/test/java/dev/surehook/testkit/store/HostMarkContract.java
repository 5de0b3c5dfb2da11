package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.host.HostSettings.Schema;
import dev.surehook.engine.store.host.HostStore;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the mark in an application's own transaction promises. */
abstract class HostMarkContract extends HostCase {
    private static final int EVENTS = 200;

    @Test
    void A2_the_mark_commits_with_the_callers_transaction() throws Exception {
        createBookings();
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);
        Claimed work = claimOne();

        boolean held = transaction(connection -> {
            book(connection, "e1");
            return finishIn(connection, work);
        });

        assertThat(held).isTrue();
        assertThat(bookings("e1")).isEqualTo(1);
        assertThat(detail(added).summary().state()).isEqualTo(EventState.PROCESSED);
        assertThat(detail(added).attempts())
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.outcome()).isEqualTo("processed"));
    }

    @Test
    void A2_the_mark_vanishes_with_the_callers_transaction() throws Exception {
        createBookings();
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);
        Claimed work = claimOne();

        assertThatThrownBy(() -> transaction(connection -> {
                    book(connection, "e1");
                    assertThat(finishIn(connection, work)).isTrue();
                    throw new IllegalStateException("the till is closed");
                }))
                .hasMessage("the till is closed");

        assertThat(bookings("e1")).isZero();
        assertThat(detail(added).summary().state()).isEqualTo(EventState.READY);
        assertThat(detail(added).attempts()).isEmpty();
        assertThat(finish(work, new Finish.Retry(Duration.ofSeconds(10)))).isTrue();
    }

    @Test
    void A4_a_lease_that_was_lost_is_told_before_the_commit() throws Exception {
        append(event(SHOP, "e1", "{}"));
        Claimed late = claimOne();
        pass(LEASE.plusSeconds(1));
        Claimed owner = claimOne();

        boolean lateHeld = transaction(connection -> finishIn(connection, late));
        boolean ownerHeld = transaction(connection -> finishIn(connection, owner));

        assertThat(lateHeld).isFalse();
        assertThat(ownerHeld).isTrue();
    }

    @Test
    void A4_of_several_marks_the_lost_one_is_told_before_the_commit() throws Exception {
        store().append(List.of(event(SHOP, "e1", "{}"), event(SHOP, "e2", "{}"), event(SHOP, "e3", "{}")));
        List<Claimed> late = store().claim(SHOP, 3, LEASE);
        pass(LEASE.plusSeconds(1));
        store().claim(SHOP, 1, LEASE);

        List<Boolean> held = transaction(connection -> store().finishIn(
                        connection, late.stream().map(StoreCase::processed).toList()));

        assertThat(held).containsExactly(false, true, true);
    }

    @Test
    void a_key_whose_mark_is_not_committed_holds_up_its_own_events_and_no_others() throws Exception {
        assumeFalse(oneAtATime(), "one transaction at a time has nothing to wait for");
        LaneKey lane = new LaneKey(SHOP, "orders");
        append(inOrder(lane, "a1", "a"));
        Claimed work = store().claim(lane, 1, LEASE).get(0);

        transaction(connection -> {
            finishIn(connection, work);
            assertThat(store().append(List.of(
                            inOrder(lane, "a2", "a"), inOrder(lane, "b1", "b"), event(SHOP, "e1", "{}"))))
                    .satisfiesExactly(
                            first -> assertThat(first).isInstanceOf(Appended.Refused.class),
                            second -> assertThat(second).isEqualTo(Appended.STORED),
                            third -> assertThat(third).isEqualTo(Appended.STORED));
            return true;
        });

        assertThat(append(inOrder(lane, "a2", "a"))).isEqualTo(Appended.STORED);
        assertThat(store().claim(lane, 10, LEASE))
                .extracting(claimed -> claimed.event().id())
                .containsExactlyInAnyOrder("a2", "b1");
    }

    @Test
    void many_such_keys_hold_up_the_others_for_little_longer_than_one() throws Exception {
        assumeFalse(oneAtATime() || kind().equals("h2"), "one transaction at a time, or no patience of its own");
        LaneKey lane = new LaneKey(SHOP, "orders");
        List<NewEvent> heads = new ArrayList<>();
        List<NewEvent> behind = new ArrayList<>();
        for (int key = 0; key < 10; key++) {
            heads.add(inOrder(lane, "a" + key, "k" + key));
            behind.add(inOrder(lane, "b" + key, "k" + key));
        }
        behind.add(event(SHOP, "e1", "{}"));
        store().append(heads);
        List<Claimed> work = store().claim(lane, 10, LEASE);

        transaction(connection -> {
            assertThat(((HostStore) store())
                            .finishIn(
                                    connection,
                                    work.stream().map(StoreCase::processed).toList()))
                    .hasSize(10)
                    .containsOnly(true);
            long began = System.nanoTime();
            List<Appended> outcomes = store().append(behind);
            // Within the patience of a request, or the event without a key is refused with the others.
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMillis(2_800));
            assertThat(outcomes.subList(0, 10)).hasOnlyElementsOfType(Appended.Refused.class);
            assertThat(outcomes.get(10)).isEqualTo(Appended.STORED);
            return true;
        });
    }

    @Test
    void an_end_of_any_kind_can_stand_in_the_callers_transaction() throws Exception {
        NewEvent one = event(SHOP, "e1", "{}");
        NewEvent two = event(SHOP, "e2", "{}");
        store().append(List.of(one, two));
        List<Claimed> work = store().claim(SHOP, 10, LEASE);

        transaction(connection -> store().finishIn(
                        connection,
                        List.of(
                                end(work.get(0), new Finish.Park("no use")),
                                end(work.get(1), new Finish.Retry(Duration.ofMinutes(5))))));

        assertThat(detail(one).summary().state()).isEqualTo(EventState.PARKED);
        assertThat(detail(two).summary().state()).isEqualTo(EventState.RETRYING);
    }

    @Test
    void C1_a_duplicate_that_comes_during_the_callers_transaction_does_not_disturb_it() throws Exception {
        createBookings();
        NewEvent added = event(SHOP, "e1", "{}");
        append(added);
        Claimed work = claimOne();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            List<Future<Appended>> duplicates = new ArrayList<>();
            transaction(connection -> {
                if (!oneAtATime()) {
                    connection.createStatement().execute("SELECT 1");
                    book(connection, "e1");
                }
                duplicates.add(threads.submit(() -> append(event(SHOP, "e1", "{}"))));
                if (oneAtATime()) {
                    book(connection, "e1");
                } else {
                    assertThat(duplicates.get(0).get()).isEqualTo(Appended.DUPLICATE);
                }
                return finishIn(connection, work);
            });
            assertThat(duplicates.get(0).get()).isEqualTo(Appended.DUPLICATE);
        } finally {
            threads.shutdownNow();
        }
        assertThat(bookings("e1")).isEqualTo(1);
        assertThat(detail(added).summary().state()).isEqualTo(EventState.PROCESSED);
    }

    @Test
    void a_deadlock_with_the_mark_surfaces_and_the_loser_can_try_again() throws Exception {
        assumeFalse(oneAtATime(), "one transaction at a time cannot wait for another");
        createBookings();
        transaction(connection -> {
            book(connection, "row");
            return true;
        });
        append(event(SHOP, "e1", "{}"));
        Claimed work = claimOne();
        CyclicBarrier bothHoldOne = new CyclicBarrier(2);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        List<Throwable> failures = new ArrayList<>();
        try {
            Future<Boolean> markFirst = threads.submit(() -> transaction(connection -> {
                finishIn(connection, work);
                bothHoldOne.await(10, TimeUnit.SECONDS);
                return touch(connection);
            }));
            Future<Boolean> markLast = threads.submit(() -> transaction(connection -> {
                touch(connection);
                bothHoldOne.await(10, TimeUnit.SECONDS);
                return finishIn(connection, work);
            }));
            for (Future<Boolean> each : List.of(markFirst, markLast)) {
                try {
                    each.get();
                } catch (ExecutionException e) {
                    failures.add(e.getCause());
                }
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(failures).singleElement().satisfies(failure -> {
            assertThat(failure).isInstanceOf(SQLException.class);
            assertThat(((SQLException) failure).getSQLState()).startsWith("40");
        });
        transaction(connection -> finishIn(connection, work));
        assertThat(detail(event(SHOP, "e1", "{}")).attempts()).hasSize(1);
    }

    private static boolean touch(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate("UPDATE booking SET event_id = 'row' WHERE event_id = 'row'") == 1;
        }
    }

    @Test
    void A2_two_nodes_that_accept_and_work_at_once_leave_one_effect_for_each_event() throws Exception {
        createBookings();
        HostStore other = open(pool(url()), Schema.MIGRATE);
        List<HostStore> nodes = List.of((HostStore) store(), other);
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            // On SQLite handlers take turns within one process, so there is one node.
            HostStore node = nodes.get(oneAtATime() ? 0 : number % 2);
            tasks.add(() -> acceptAll(node, new Random(number)));
            tasks.add(() -> work(node, deadline));
        }

        inParallel(tasks);

        assertThat(count(url(), "SELECT count(*) FROM booking")).isEqualTo(EVENTS);
        assertThat(count(url(), "SELECT count(DISTINCT event_id) FROM booking")).isEqualTo(EVENTS);
    }

    /** Each producer sends every event, in an order of its own. */
    private static int acceptAll(Store node, Random random) {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            events.add(event(SHOP, "e" + i, "{}"));
        }
        Collections.shuffle(events, random);
        for (int from = 0; from < EVENTS; from += 10) {
            node.append(events.subList(from, from + 10));
        }
        return EVENTS;
    }

    private int work(HostStore node, long deadline) throws Exception {
        int done = 0;
        while (count(url(), "SELECT count(*) FROM booking") < EVENTS) {
            assertThat(System.nanoTime()).as("all are worked off in time").isLessThan(deadline);
            for (Claimed claimed : node.claim(SHOP, 5, LEASE)) {
                try {
                    transaction(node, connection -> {
                        book(connection, claimed.event().id());
                        assertThat(node.finishIn(connection, List.of(processed(claimed))))
                                .containsExactly(true);
                        return true;
                    });
                    done++;
                } catch (SQLException e) {
                    // As a handler that lost a deadlock: rolled back, and tried again.
                    node.finish(List.of(end(claimed, new Finish.Retry(Duration.ZERO))));
                }
            }
        }
        return done;
    }
}
