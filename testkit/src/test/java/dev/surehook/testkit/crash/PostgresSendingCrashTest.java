package dev.surehook.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.outbox.SendingLog.Delivery;
import dev.surehook.testkit.receiver.Answer;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.store.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class PostgresSendingCrashTest extends SendingCrashContract {
    private static final Duration TAKEN_OVER = Duration.ofSeconds(60);
    private static final int ROUNDS = 2;

    @Override
    CrashDatabase database() {
        return () -> CrashDatabase.made(TestPostgres.freshDatabase().jdbcUrl());
    }

    /** Short, so that the suite is quick; an attempt here ends at once or not at all. */
    @Override
    Optional<Duration> busy() {
        return Optional.of(Duration.ofSeconds(4));
    }

    @Override
    Duration promise() {
        return Duration.ofSeconds(34);
    }

    /** One whose attempts count as under way for as long as the product reckons: their timeout, and 15 seconds. */
    private NodeProcess realNode(String target) throws Exception {
        return node(new SenderOptions(target, Optional.empty(), Optional.empty()));
    }

    @Test
    void another_node_takes_over_what_a_killed_one_had_under_way_and_not_before_its_time() throws Exception {
        String target = fresh();
        Set<String> all = ids("event", 30);
        sink.receiver().respond(Answer.never());
        try (NodeProcess doomed = realNode(target);
                NodeProcess other = realNode(target)) {
            doomed.send(all);
            sink.receiver().awaitRequests(16, NodeProcess.PATIENCE);
            doomed.kill();
            long killed = System.nanoTime();
            sink.receiver().respond(204);
            all.addAll(ids("other", 20));
            other.sendUntilAcknowledged(all);
            other.drain();
            assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(TAKEN_OVER);
            other.quit();

            try (SentBooks books = books(target)) {
                List<Delivery> lost = books.mustShowEachDelivered(all, sink, 1, doomed.heard(), other.heard());
                assertThat(lost).as("what was under way at the killed node").isNotEmpty();
                mustNotHaveOverlapped(books, lost);
            }
        }
    }

    /** Three seconds less than an attempt counts as under way, which it does from a moment before it is made. */
    private void mustNotHaveOverlapped(SentBooks books, List<Delivery> lost) {
        Map<String, List<ReceivedRequest>> requests = sink.byDelivery();
        for (Delivery delivery : lost) {
            List<ReceivedRequest> made =
                    requests.getOrDefault(books.pathOf(delivery) + " " + delivery.eventId(), List.of());
            if (made.size() > 1) {
                assertThat(Duration.between(
                                made.get(0).at(), made.get(made.size() - 1).at()))
                        .isGreaterThan(Duration.ofSeconds(15));
            }
        }
    }

    @Test
    void two_living_nodes_make_each_attempt_once() throws Exception {
        String target = fresh();
        sink.receiver().respond(Answer.status(204).after(Duration.ofMillis(10)));
        Set<String> all = ids("one", 100);
        Set<String> others = ids("other", 100);
        try (NodeProcess one = realNode(target);
                NodeProcess other = realNode(target)) {
            one.send(all);
            other.send(others);
            one.await("all are answered", so -> so.answers() == 100);
            other.await("all are answered", so -> so.answers() == 100);
            one.drain();
            one.quit();
            other.quit();

            // A node keeps an endpoint for as long as it is busy, so one of them may have sent it all.
            assertThat(one.heard().done().size() + other.heard().done().size()).isEqualTo(Sink.WANTING.size() * 200);
            all.addAll(others);
            try (SentBooks books = books(target)) {
                assertThat(books.mustShowEachDelivered(all, sink, 0, one.heard(), other.heard()))
                        .isEmpty();
            }
        }
        assertThat(sink.byDelivery().values())
                .allSatisfy(requests -> assertThat(requests).hasSize(1));
    }

    @Test
    void one_of_two_nodes_is_killed_at_random_moments_and_the_other_sends_all() throws Exception {
        String target = fresh();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Set<String> all = new HashSet<>();
        List<Heard> nodes = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            Set<String> ids = ids("round" + round, 80);
            Set<String> others = ids("others" + round, 80);
            all.addAll(ids);
            all.addAll(others);
            try (NodeProcess doomed = node(target);
                    NodeProcess other = node(target)) {
                doomed.send(ids);
                other.send(others);
                int progress = random.nextInt(120);
                doomed.await(
                        "the moment to die, seed " + seed,
                        so -> so.progress() >= progress || other.heard().progress() >= 3 * progress);
                LockSupport.parkNanos(random.nextInt(5_000_000));
                doomed.kill();
                long killed = System.nanoTime();
                other.await("its own are answered", so -> so.answers() >= others.size());
                ids.addAll(others);
                other.sendUntilAcknowledged(ids);
                other.drain();
                assertThat(Duration.ofNanos(System.nanoTime() - killed))
                        .as("seed %s", seed)
                        .isLessThan(TAKEN_OVER);
                other.quit();
                nodes.add(doomed.heard());
                nodes.add(other.heard());
            }
        }
        try (SentBooks books = books(target)) {
            List<Delivery> lost = books.mustShowEachDelivered(all, sink, ROUNDS, nodes.toArray(Heard[]::new));
            System.out.println("one of two killed at random: seed " + seed
                    + ", deliveries with an attempt without an end: " + lost.size());
        }
    }

    @Test
    void what_a_node_that_was_frozen_past_its_time_knows_late_is_not_recorded_over_the_newer_attempt()
            throws Exception {
        String target = fresh();
        Set<String> ids = ids("event", 10);
        CountDownLatch gate = new CountDownLatch(1);
        sink.receiver().respond(Answer.status(204).heldBy(gate));
        try (NodeProcess sleeper = node(target)) {
            sleeper.sendUntilAcknowledged(ids);
            List<ReceivedRequest> inHand = sink.receiver().awaitRequests(16, NodeProcess.PATIENCE);
            freezeOutsideOfTransactions(sleeper, target);
            sink.receiver().respond(204);
            try (NodeProcess other = node(target)) {
                other.drain();
                // The answers to the first attempts reach a process that finds them when it wakes.
                gate.countDown();
                sleeper.thaw();
                sleeper.await("it wakes", so -> so.lost().size() >= inHand.size());
                sleeper.quit();
                other.quit();

                assertThat(sleeper.heard().done()).isEmpty();
                try (SentBooks books = books(target)) {
                    List<Delivery> twice = books.mustShowEachDelivered(ids, sink, 0, sleeper.heard(), other.heard());
                    assertThat(twice).hasSize(inHand.size()).allSatisfy(delivery -> {
                        assertThat(delivery.attempts()).isEqualTo(2);
                        assertThat(books.recorded(delivery.ref())).containsExactly(2);
                    });
                }
            }
        }
        assertThat(sink.receiver().requests()).hasSize(2 * ids.size() + 16);
    }

    /**
     * What stands still in the middle of a transaction keeps its locks until the database ends it, ten minutes later; that
     * is another story.
     */
    private static void freezeOutsideOfTransactions(NodeProcess node, String target) throws Exception {
        try (Connection connection = CrashDatabase.connect(target)) {
            do {
                node.thaw();
                node.freeze();
                while (sessions(connection, "active") > 0) {
                    LockSupport.parkNanos(1_000_000);
                }
            } while (sessions(connection, "idle in transaction") > 0);
        }
    }

    private static int sessions(Connection connection, String state) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM pg_stat_activity WHERE datname ="
                        + " current_database() AND pid <> pg_backend_pid() AND state = '" + state + "'")) {
            row.next();
            return row.getInt(1);
        }
    }
}
