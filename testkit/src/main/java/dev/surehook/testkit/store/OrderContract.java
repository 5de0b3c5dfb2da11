package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.retention.RetentionStore;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.EventLog.Query;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a store promises about events with a key: one at a time, in the order in which they were stored. */
public abstract class OrderContract extends BatchContract {
    private static final LaneKey ORDERS = new LaneKey(SHOP, "orders");

    private static NewEvent order(String id, String customer) {
        return inOrder(ORDERS, id, customer);
    }

    private List<Claimed> claim() {
        return store().claim(ORDERS, 50, LEASE);
    }

    private Claimed only(String id) {
        List<Claimed> claimed = claim();
        assertThat(claimed).extracting(work -> work.event().id()).containsExactly(id);
        return claimed.get(0);
    }

    private EventState state(NewEvent added) {
        return detail(added).summary().state();
    }

    @Test
    void events_of_one_key_come_one_after_the_other_and_those_of_others_do_not_wait() {
        store().append(List.of(order("a1", "a"), order("a2", "a"), order("b1", "b"), order("a3", "a")));
        append(order("b2", "b"));

        Map<String, Claimed> first = byId(claim());
        assertThat(first).containsOnlyKeys("a1", "b1");
        assertThat(claim()).isEmpty();
        finish(get(first, "a1"), new Finish.Processed());
        Claimed second = only("a2");
        finish(get(first, "b1"), new Finish.Processed());
        finish(only("b2"), new Finish.Processed());
        finish(second, new Finish.Processed());
        finish(only("a3"), new Finish.Processed());
        append(order("a4", "a"));
        finish(only("a4"), new Finish.Processed());
        assertThat(store().lanesWithWork(SHOP)).isEmpty();
    }

    private static Map<String, Claimed> byId(List<Claimed> claimed) {
        Map<String, Claimed> found = new HashMap<>();
        claimed.forEach(work -> found.put(work.event().id(), work));
        return found;
    }

    private static Claimed get(Map<String, Claimed> claimed, String id) {
        return java.util.Objects.requireNonNull(claimed.get(id));
    }

    @Test
    void one_key_in_two_lanes_is_two_orders_and_an_event_without_the_key_is_in_none() {
        LaneKey other = new LaneKey(SHOP, "others");
        store().append(List.of(order("a1", "a"), inOrder(other, "o1", "a"), in(ORDERS, "free1"), in(ORDERS, "free2")));

        assertThat(byId(claim())).containsOnlyKeys("a1", "free1", "free2");
        assertThat(store().claim(other, 10, LEASE)).hasSize(1);
    }

    @Test
    void an_event_that_waits_for_another_says_so() {
        NewEvent head = order("a1", "a");
        NewEvent behind = order("a2", "a");
        append(head);
        append(behind);

        assertThat(state(head)).isEqualTo(EventState.READY);
        assertThat(state(behind)).isEqualTo(EventState.BLOCKED);
        assertThat(detail(behind).summary().reason()).contains("waits for an earlier event of its key");
        assertThat(store().replay(behind.key().ref())).isEqualTo(EventLog.Replay.ALREADY_WAITING);
        assertThat(append(behind)).isEqualTo(Appended.DUPLICATE);
        assertThat(append(head)).isEqualTo(Appended.DUPLICATE);
        finish(only("a1"), new Finish.Processed());
        assertThat(state(behind)).isEqualTo(EventState.READY);
    }

    @Test
    void a_repeat_of_an_event_whose_key_is_done_leaves_nothing_behind() {
        append(order("a1", "a"));
        finish(only("a1"), new Finish.Processed());

        assertThat(append(order("a1", "a"))).isEqualTo(Appended.DUPLICATE);

        append(order("a2", "a"));
        finish(only("a2"), new Finish.Processed());
    }

    @Test
    void a_failing_event_holds_its_key_up_until_it_is_processed() throws Exception {
        append(order("a1", "a"));
        append(order("a2", "a"));
        finish(only("a1"), new Finish.Retry(Duration.ofMinutes(5)));

        assertThat(claim()).isEmpty();
        pass(Duration.ofMinutes(6));
        finish(only("a1"), new Finish.Processed());
        only("a2");
    }

    @Test
    void a_parked_event_holds_its_key_up_until_it_was_replayed() {
        NewEvent head = order("a1", "a");
        append(head);
        append(order("a2", "a"));
        finish(only("a1"), new Finish.Park("no use"));
        append(order("a3", "a"));
        assertThat(claim()).isEmpty();

        assertThat(store().replay(head.key().ref())).isEqualTo(EventLog.Replay.QUEUED);

        finish(only("a1"), new Finish.Processed());
        finish(only("a2"), new Finish.Processed());
        finish(only("a3"), new Finish.Processed());
    }

    @Test
    void a_parked_event_lets_its_key_go_on_where_the_lane_says_so_and_comes_last_when_it_is_replayed() {
        NewEvent head = order("a1", "a");
        append(head);
        append(order("a2", "a"));
        append(order("a3", "a"));
        finish(only("a1"), new Finish.Park("no use", true));
        Claimed second = only("a2");

        assertThat(store().replay(head.key().ref())).isEqualTo(EventLog.Replay.QUEUED);

        assertThat(state(head)).isEqualTo(EventState.BLOCKED);
        finish(second, new Finish.Processed());
        finish(only("a3"), new Finish.Processed());
        Claimed again = only("a1");
        assertThat(again.lease().attempt()).isEqualTo(2);
        assertThat(again.lease().attemptOfRun()).isEqualTo(1);
        finish(again, new Finish.Processed());
    }

    @Test
    void an_operator_gives_a_parked_event_up_by_parking_it_once_more() {
        NewEvent head = order("a1", "a");
        append(head);
        append(order("a2", "a"));
        finish(only("a1"), new Finish.Park("no use"));

        assertThat(store().park(head.key().ref(), "skip it")).isTrue();
        assertThat(store().park(head.key().ref(), "skip it")).isFalse();

        finish(only("a2"), new Finish.Processed());
        assertThat(state(head)).isEqualTo(EventState.PARKED);
    }

    @Test
    void events_that_an_operator_parks_or_erases_hold_nobody_up() throws Exception {
        List<NewEvent> events =
                List.of(order("a1", "a"), order("a2", "a"), order("a3", "a"), order("a4", "a"), order("a5", "a"));
        store().append(events);
        Claimed overtaken = only("a1");

        assertThat(store().park(events.get(0).key().ref(), "stop it")).isTrue();
        assertThat(finish(overtaken, new Finish.Processed())).isFalse();
        assertThat(store().park(events.get(2).key().ref(), "not that one either"))
                .isTrue();
        finish(only("a2"), new Finish.Processed());
        finish(only("a4"), new Finish.Park("no use"));
        assertThat(store().erase(events.get(3).key().ref())).isTrue();

        finish(only("a5"), new Finish.Processed());
        assertThat(events)
                .extracting(this::state)
                .containsExactly(
                        EventState.PARKED,
                        EventState.PROCESSED,
                        EventState.PARKED,
                        EventState.PARKED,
                        EventState.PROCESSED);
        assertThat(store().replay(events.get(3).key().ref())).isEqualTo(EventLog.Replay.ERASED);
    }

    @Test
    void a_parked_event_that_is_purged_lets_its_key_go_on_and_one_that_waits_is_spared() {
        NewEvent head = order("a1", "a");
        append(head);
        append(order("a2", "a"));
        append(order("a3", "a"));
        finish(only("a1"), new Finish.Park("no use"));
        Instant cutoff = Instant.now().plus(Duration.ofDays(2));

        assertThat(store().purge(SHOP, cutoff, 0, 10)).isEqualTo(new RetentionStore.Purged(1, RetentionStore.DONE));

        assertThat(store().find(head.key().ref())).isEmpty();
        finish(only("a2"), new Finish.Processed());
        finish(only("a3"), new Finish.Processed());
    }

    @Test
    void many_are_replayed_at_once_in_their_orders() {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            events.add(order("e" + i, "c" + i % 7));
        }
        store().append(events);
        while (parkAll() > 0) {
            // The next of each key comes then.
        }

        assertThat(store().replayAll(Query.newest(10).in(EventState.PARKED).of(SHOP), 1_000))
                .isEqualTo(60);

        List<String> done = new ArrayList<>();
        for (List<Claimed> work = claim(); !work.isEmpty(); work = claim()) {
            assertThat(work).hasSizeLessThanOrEqualTo(7);
            work.forEach(each -> done.add(each.event().id()));
            store().finish(work.stream().map(StoreCase::processed).toList());
        }
        assertThat(done).hasSize(60).doesNotHaveDuplicates();
    }

    private int parkAll() {
        List<Claimed> work = claim();
        return store().finish(work.stream()
                        .map(each -> new Finish(
                                each.lease(), Instant.now(), Duration.ZERO, new Finish.Park("down", true), "down"))
                        .toList())
                .size();
    }

    /** Each step is one transaction, so a process that dies leaves what stands after one of them; here after each. */
    @Test
    void an_order_goes_on_after_a_restart_at_any_step() throws Exception {
        NewEvent head = order("a1", "a");
        append(head);
        append(order("a2", "a"));
        append(order("a3", "a"));
        restart();
        only("a1");
        restart();
        pass(LEASE.plusSeconds(1));
        finish(only("a1"), new Finish.Retry(Duration.ofMinutes(5)));
        restart();
        pass(Duration.ofMinutes(6));
        finish(only("a1"), new Finish.Park("no use"));
        restart();
        append(order("a4", "a"));
        store().replay(head.key().ref());
        restart();
        finish(only("a1"), new Finish.Processed());
        restart();
        finish(only("a2"), new Finish.Park("no use", true));
        restart();
        finish(only("a3"), new Finish.Processed());
        finish(only("a4"), new Finish.Processed());
        assertThat(store().lanesWithWork(SHOP)).isEmpty();
    }

    @Test
    void two_nodes_with_many_workers_keep_every_order_whatever_happens() throws Exception {
        int keys = 200;
        int perKey = 20;
        Store other = anotherNode();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Shift shift = new Shift(keys * perKey);
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Store node = i % 2 == 0 ? store() : other;
                Random random = new Random(i);
                tasks.add(i < 2 ? () -> shift.append(node, random, keys, perKey) : () -> shift.work(node, random));
            }
            for (Future<Integer> task : threads.invokeAll(tasks)) {
                task.get();
            }
            shift.verify(keys, perKey);
        } finally {
            threads.shutdownNow();
            closeUnlessOwn(other);
        }
        assertThat(store().lanesWithWork(SHOP)).isEmpty();
    }

    /** Producers and workers at the same time. Two producers share the keys, so each key's order is known. */
    private static final class Shift {
        private final int count;
        private final Map<String, List<Integer>> done = new ConcurrentHashMap<>();
        private final Map<String, String> busy = new ConcurrentHashMap<>();
        private final AtomicInteger ended = new AtomicInteger();
        private final AtomicInteger producers = new AtomicInteger();
        private final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);

        Shift(int count) {
            this.count = count;
        }

        private int append(Store node, Random random, int keys, int perKey) {
            int first = producers.getAndIncrement();
            for (int i = 0; i < perKey; i++) {
                List<NewEvent> events = new ArrayList<>();
                for (int key = first; key < keys; key += 2) {
                    events.add(order(key + ":" + i, "c" + key));
                }
                Collections.shuffle(events, random);
                for (int from = 0; from < events.size(); from += 25) {
                    assertThat(node.append(events.subList(from, Math.min(from + 25, events.size()))))
                            .containsOnly(Appended.STORED);
                }
            }
            return perKey;
        }

        private int work(Store node, Random random) {
            while (ended.get() < count) {
                assertThat(System.nanoTime())
                        .as("%s of %s are done in time", ended, count)
                        .isLessThan(deadline);
                List<Claimed> claimed = node.claim(ORDERS, 20, LEASE);
                List<Finish> ends = new ArrayList<>();
                for (Claimed work : claimed) {
                    ends.add(handled(work, random));
                }
                if (!ends.isEmpty()) {
                    claimed.forEach(work -> busy.remove(keyOf(work)));
                    assertThat(node.finish(ends)).containsOnly(true);
                    ended.addAndGet((int) ends.stream().filter(Finish::letsGoOn).count());
                }
            }
            return ended.get();
        }

        /** Most are processed, some fail, some are parked and let the others go on. */
        private Finish handled(Claimed work, Random random) {
            assertThat(busy.putIfAbsent(keyOf(work), work.event().id()))
                    .as("one at a time")
                    .isNull();
            int dice = random.nextInt(10);
            Finish.Next next = dice == 0
                    ? new Finish.Retry(Duration.ZERO)
                    : dice == 1 ? new Finish.Park("no use", true) : new Finish.Processed();
            Finish finish = new Finish(work.lease(), Instant.now(), Duration.ZERO, next, "");
            if (finish.letsGoOn()) {
                done.computeIfAbsent(keyOf(work), key -> new ArrayList<>())
                        .add(Integer.parseInt(work.event().id().split(":", -1)[1]));
            }
            return finish;
        }

        private static String keyOf(Claimed work) {
            return work.event().id().split(":", -1)[0];
        }

        private void verify(int keys, int perKey) {
            assertThat(done).hasSize(keys);
            done.forEach((key, order) -> assertThat(order)
                    .as("the order of key %s", key)
                    .hasSize(perKey)
                    .isSorted());
        }
    }
}
