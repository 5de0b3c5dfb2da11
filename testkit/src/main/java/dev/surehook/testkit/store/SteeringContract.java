package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.retention.RetentionStore;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.Finish;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a store promises while everybody is at it: producers, workers, operators and a purge, on few keys. */
public abstract class SteeringContract extends OrderContract {
    private static final LaneKey ORDERS = new LaneKey(SHOP, "orders");

    private static NewEvent order(String id, String customer) {
        return inOrder(ORDERS, id, customer);
    }

    @Test
    void whatever_operators_do_at_whatever_moment_no_key_is_left_behind() throws Exception {
        Store other = anotherNode();
        ExecutorService threads = Executors.newFixedThreadPool(7);
        Meddling meddling = new Meddling(System.nanoTime() + TimeUnit.SECONDS.toNanos(3));
        try {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Store node = i % 2 == 0 ? store() : other;
                Random random = new Random(i);
                tasks.add(
                        i < 2
                                ? () -> meddling.append(node, random)
                                : i < 4 ? () -> meddling.work(node, random) : () -> meddling.steer(node, random));
            }
            tasks.add(() -> meddling.purge(other));
            for (Future<Integer> task : threads.invokeAll(tasks)) {
                task.get();
            }
        } finally {
            threads.shutdownNow();
            closeUnlessOwn(other);
        }
        pass(LEASE.plusSeconds(1));
        meddling.drain(store());
        assertThat(store().lanesWithWork(SHOP)).isEmpty();
        List<NewEvent> last = new ArrayList<>();
        for (int key = 0; key < Meddling.KEYS; key++) {
            last.add(order("last" + key, "c" + key));
        }
        store().append(last);
        assertThat(store().claim(ORDERS, 50, LEASE)).hasSize(Meddling.KEYS);
    }

    private static final class Meddling {
        private static final int KEYS = 8;

        private final long until;
        private final List<NewEvent> known = Collections.synchronizedList(new ArrayList<>());

        Meddling(long until) {
            this.until = until;
        }

        private boolean goesOn() {
            return System.nanoTime() < until;
        }

        /** A key may be busy for longer than the store waits: then it did nothing. */
        private static void attempt(Runnable action) {
            try {
                action.run();
            } catch (StoreUnavailable e) {
                assertThat(e).hasCauseInstanceOf(SQLException.class);
            }
        }

        private int append(Store node, Random random) {
            for (int i = 0; goesOn(); i++) {
                List<NewEvent> events = new ArrayList<>();
                for (int j = 0; j < 5; j++) {
                    events.add(order(random.nextInt() + "-" + i + "-" + j, "c" + random.nextInt(KEYS)));
                }
                attempt(() -> {
                    List<Appended> outcomes = node.append(events);
                    for (int j = 0; j < 5; j++) {
                        if (outcomes.get(j).equals(Appended.STORED)) {
                            known.add(events.get(j));
                        }
                    }
                });
            }
            return 0;
        }

        private int work(Store node, Random random) {
            while (goesOn()) {
                attempt(() -> {
                    List<Finish> ends = new ArrayList<>();
                    for (Claimed work : node.claim(ORDERS, 20, LEASE)) {
                        int dice = random.nextInt(10);
                        Finish.Next next = dice == 0
                                ? new Finish.Retry(Duration.ZERO)
                                : dice == 1
                                        ? new Finish.Park("no use", true)
                                        : dice == 2 ? new Finish.Park("no use") : new Finish.Processed();
                        ends.add(new Finish(work.lease(), Instant.now(), Duration.ZERO, next, ""));
                    }
                    if (!ends.isEmpty()) {
                        assertThat(node.finish(ends)).hasSameSizeAs(ends);
                    }
                });
            }
            return 0;
        }

        private int steer(Store node, Random random) {
            while (goesOn()) {
                int size = known.size();
                if (size > 0) {
                    NewEvent event = known.get(Math.max(0, size - 1 - random.nextInt(Math.min(size, 60))));
                    switch (random.nextInt(8)) {
                        case 0, 1 -> attempt(() -> node.park(event.key().ref(), "by hand"));
                        case 2 -> attempt(() -> node.erase(event.key().ref()));
                        case 3 -> attempt(() -> node.replayAll(EventLog.Query.newest(50), 50));
                        default -> attempt(() -> node.replay(event.key().ref()));
                    }
                }
            }
            return 0;
        }

        private int purge(Store node) {
            while (goesOn()) {
                attempt(() -> {
                    long from = 0;
                    while (from != RetentionStore.DONE) {
                        from = node.purge(SHOP, Instant.now().plusSeconds(3_600), from, 100)
                                .next();
                    }
                });
            }
            return 0;
        }

        private void drain(Store node) {
            for (int rounds = 0; rounds < 100_000; rounds++) {
                for (NewEvent event : rounds % 50 == 0 ? List.copyOf(known) : List.<NewEvent>of()) {
                    node.find(event.key().ref())
                            .filter(found -> found.summary().state() == EventState.PARKED)
                            .ifPresent(found -> node.replay(event.key().ref()));
                }
                List<Claimed> claimed = node.claim(ORDERS, 100, LEASE);
                if (claimed.isEmpty() && rounds % 50 == 1) {
                    break;
                }
                node.finish(claimed.stream().map(StoreCase::processed).toList());
            }
            for (NewEvent event : List.copyOf(known)) {
                node.find(event.key().ref())
                        .ifPresent(found -> assertThat(found.summary().state())
                                .as("%s", found)
                                .isIn(EventState.PROCESSED, EventState.PARKED));
            }
        }
    }
}
