package dev.surehook.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.SendingLog.Delivery;
import dev.surehook.engine.store.Store;
import dev.surehook.testkit.receiver.Answer;
import dev.surehook.testkit.receiver.ReceivedRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Nodes that publish and send die on a real database, at named steps and at random moments. The next one sends what was
 * promised: to every endpoint that wants it, with the same id and bytes each time, and each request counted.
 */
@SuppressWarnings("NullAway.Init")
abstract class SendingCrashContract {
    private static final int WAVES = 6;
    private static final int WAVE = 16;
    private static final int ROUNDS = 3;
    private static final int EVENTS_IN_ROUND = 100;

    @TempDir
    Path scratch;

    final Sink sink = new Sink();

    @AfterEach
    void closeSink() {
        sink.close();
    }

    abstract CrashDatabase database();

    /** How long attempts count as under way in this suite's nodes; nothing for as long as the product reckons. */
    abstract Optional<Duration> busy();

    /** How soon after a node's start everything that a dead one left must be sent. */
    abstract Duration promise();

    final String fresh() throws Exception {
        return sink.known(database().fresh());
    }

    final SentBooks books(String target) throws Exception {
        return new SentBooks(database().look(target));
    }

    final NodeProcess node(String target) throws Exception {
        return node(new SenderOptions(target, busy(), Optional.empty()));
    }

    final NodeProcess node(SenderOptions options) throws Exception {
        Path own = Files.createTempDirectory(scratch, "node");
        return NodeProcess.start(SendingCrashNode.Program.get(), options.asArguments(), own);
    }

    static Set<String> ids(String prefix, int count) {
        Set<String> ids = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            ids.add(prefix + "-" + i);
        }
        return ids;
    }

    /** The arrival at which a node dies: late enough that it has answered and sent before, and surely reached. */
    private static int time(SendingStep step) {
        return switch (step) {
            case BEFORE_PUBLISH_COMMIT, AFTER_PUBLISH_COMMIT, AFTER_CLAIM, AFTER_RECORD -> 5;
            case BEFORE_FAN_OUT_COMMIT -> 3;
            case AFTER_ANSWER -> Sink.WANTING.size() * WAVE + 5;
            case INSIDE_CALLERS_TRANSACTION, AFTER_CALLERS_COMMIT -> 7;
        };
    }

    @ParameterizedTest
    @EnumSource(to = "AFTER_RECORD")
    void what_was_published_reaches_every_endpoint_wherever_its_node_dies(SendingStep step) throws Exception {
        String target = fresh();
        Set<String> ids = new LinkedHashSet<>();
        Heard first = die(target, step, ids);
        try (SentBooks books = books(target)) {
            assertThat(books.known(ids)).as("answered and kept").containsAll(first.acknowledged());
            mustBeAsLeft(books, step, first);
        }
        recover(target, ids, first);
    }

    /** Each wave is sent before the next is published, so that no step is done for all in one go. */
    private Heard die(String target, SendingStep step, Set<String> ids) throws Exception {
        FailPoint failPoint = new FailPoint(step, time(step), FailPoint.End.HALT);
        try (NodeProcess node = node(new SenderOptions(target, busy(), Optional.of(failPoint)))) {
            for (int wave = 1; wave <= WAVES; wave++) {
                Set<String> next = ids("wave" + wave, WAVE);
                ids.addAll(next);
                node.send(next);
                int delivered = ids.size() * Sink.WANTING.size();
                node.await(
                        "wave " + wave + " is sent, or the node dies",
                        so -> so.ended() || so.done().size() >= delivered);
            }
            assertThat(node.exitCode()).isEqualTo(Fuse.KILLED);
            assertThat(node.heard().acknowledged()).isNotEmpty();
            assertThat(node.heard().hasReached()).isTrue();
            return node.heard();
        }
    }

    private void mustBeAsLeft(SentBooks books, SendingStep step, Heard dead) throws Exception {
        for (String reached : dead.reached()) {
            switch (step) {
                case BEFORE_PUBLISH_COMMIT -> assertThat(books.knows(reached)).isFalse();
                case AFTER_PUBLISH_COMMIT -> {
                    assertThat(books.knows(reached)).isTrue();
                    assertThat(dead.acknowledged()).doesNotContain(reached);
                }
                case AFTER_CLAIM -> {
                    Sent begun = Sent.parse(reached);
                    assertThat(books.attempts(begun.delivery()))
                            .as("counted before it is made")
                            .isEqualTo(1);
                    assertThat(books.recorded(begun.delivery())).isEmpty();
                }
                case AFTER_ANSWER ->
                    assertThat(sink.receiver().requests()).extracting(Sink::id).contains(reached);
                case AFTER_RECORD -> {
                    Sent ended = Sent.parse(reached);
                    assertThat(books.recorded(ended.delivery())).containsExactly(1);
                    assertThat(dead.done()).doesNotContain(reached);
                }
                case BEFORE_FAN_OUT_COMMIT, INSIDE_CALLERS_TRANSACTION, AFTER_CALLERS_COMMIT ->
                    assertThat(books.waiting()).isPositive();
            }
        }
    }

    private void recover(String target, Set<String> ids, Heard dead) throws Exception {
        try (NodeProcess second = node(target)) {
            long began = System.nanoTime();
            second.drain();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(promise());
            second.sendUntilAcknowledged(ids);
            second.drain();
            second.quit();

            assertThat(second.heard().duplicates()).as("known already").containsAll(dead.acknowledged());
            try (SentBooks books = books(target)) {
                books.mustShowEachDelivered(ids, sink, 1, dead, second.heard());
            }
        }
    }

    @Test
    void a_request_that_its_node_died_under_is_counted_and_made_again() throws Exception {
        String target = fresh();
        Set<String> ids = ids("event", 20);
        sink.receiver().respond(Answer.never());
        List<ReceivedRequest> underWay;
        Heard dead;
        try (NodeProcess first = node(target)) {
            first.sendUntilAcknowledged(ids);
            underWay = sink.receiver().awaitRequests(10, NodeProcess.PATIENCE);
            first.kill();
            dead = first.heard();
        }
        sink.receiver().respond(204);

        recover(target, ids, dead);

        try (SentBooks books = books(target)) {
            for (ReceivedRequest request : underWay) {
                Delivery delivery = books.deliveriesTo(request.target()).stream()
                        .filter(one -> one.eventId().equals(Sink.id(request)))
                        .findFirst()
                        .orElseThrow();
                assertThat(delivery.attempts()).isEqualTo(2);
                assertThat(books.recorded(delivery.ref()))
                        .as("the first has no result")
                        .containsExactly(2);
            }
        }
    }

    @Test
    void nodes_that_are_killed_at_random_moments_under_load_lose_nothing_and_count_every_request() throws Exception {
        String target = fresh();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Set<String> all = new HashSet<>();
        Set<String> acknowledged = new HashSet<>();
        List<Heard> nodes = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            Set<String> ids = ids("round" + round, EVENTS_IN_ROUND);
            all.addAll(ids);
            try (NodeProcess node = node(target)) {
                node.send(ids);
                // In the middle of publishing, of sending, or of both.
                int progress = random.nextInt(2 * EVENTS_IN_ROUND);
                node.await("the moment to die, seed " + seed, so -> so.progress() >= progress);
                LockSupport.parkNanos(random.nextInt(5_000_000));
                node.kill();
                nodes.add(node.heard());
                acknowledged.addAll(node.heard().acknowledged());
            }
            try (SentBooks books = books(target)) {
                assertThat(books.known(acknowledged))
                        .as("seed %s, round %s", seed, round)
                        .isEqualTo(acknowledged);
            }
        }
        try (NodeProcess last = node(target)) {
            last.drain();
            last.sendUntilAcknowledged(all);
            last.drain();
            last.quit();
            nodes.add(last.heard());
            assertThat(last.heard().duplicates()).as("seed %s", seed).containsAll(acknowledged);
        }
        try (SentBooks books = books(target)) {
            int lost = books.mustShowEachDelivered(all, sink, ROUNDS, nodes.toArray(Heard[]::new))
                    .size();
            System.out.println(
                    "killed at random: seed " + seed + ", deliveries with an attempt without an end: " + lost);
        }
    }

    @Test
    void what_was_switched_off_stays_so_whenever_its_node_dies() throws Exception {
        String target = fresh();
        int waiting = 1_500;
        Delivery cancelled = paused(target, waiting);
        int micros = new Random().nextInt(20_000);
        System.out.println("killed " + micros + " µs after it was told to switch off");
        try (NodeProcess first = node(target)) {
            first.tell("cancel " + cancelled.ref() + "\n");
            first.await("it is cancelled", so -> so.answers() == 1);
            first.tell("disable " + Sink.ONE + "\ndelete " + Sink.TWO + "\n");
            // In the middle of taking the queues apart.
            LockSupport.parkNanos(1_000L * micros);
            first.kill();
        }
        boolean disabled;
        boolean deleted;
        try (SentBooks books = books(target)) {
            disabled = books.statusOf(Sink.ONE).equals(Optional.of(EndpointStatus.DISABLED));
            deleted = books.statusOf(Sink.TWO).isEmpty();
        }
        try (NodeProcess second = node(target)) {
            if (!disabled) {
                second.tell("disable " + Sink.ONE + "\n");
            }
            if (!deleted) {
                second.tell("delete " + Sink.TWO + "\n");
            }
            second.drain();
            second.quit();
        }
        try (SentBooks books = books(target)) {
            assertThat(states(books.deliveriesTo(Sink.ONE), cancelled)).containsOnly(DeliveryState.NOT_SENT);
            assertThat(books.deliveries())
                    .filteredOn(delivery -> !delivery.endpoint().equals(cancelled.endpoint()))
                    .hasSize(waiting)
                    .extracting(Delivery::state)
                    .containsOnly(DeliveryState.CANCELLED);
            assertThat(books.state(cancelled.ref())).isEqualTo(DeliveryState.CANCELLED);
        }
        assertThat(sink.receiver().requests()).isEmpty();
    }

    private static Set<DeliveryState> states(Collection<Delivery> deliveries, Delivery except) {
        return deliveries.stream()
                .filter(delivery -> !delivery.ref().equals(except.ref()))
                .map(Delivery::state)
                .collect(Collectors.toSet());
    }

    /** A queue of so many at each endpoint, which both are paused. The first delivery of one. */
    private Delivery paused(String target, int events) throws Exception {
        try (Store store = CrashDatabase.open(target)) {
            for (String path : Sink.WANTING) {
                store.sending()
                        .endpoints()
                        .status(
                                SendingCrashNode.ACCOUNT,
                                SendingCrashNode.endpoint(store, path).ref(),
                                EndpointStatus.PAUSED,
                                Optional.empty(),
                                Optional.empty());
            }
            List<Publication> publications = ids("kept", events).stream()
                    .map(SendingCrashNode::publication)
                    .toList();
            store.sending().publish(publications);
            while (store.sending().fanOut(500) > 0) {
                // Until every one has its place.
            }
        }
        try (SentBooks books = books(target)) {
            return books.deliveriesTo(Sink.ONE).get(0);
        }
    }
}
