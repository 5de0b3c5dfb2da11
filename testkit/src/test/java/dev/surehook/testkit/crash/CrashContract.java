package dev.surehook.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.EventState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes die on a real database, at named steps and at random moments, and the next one has to make it good. */
@SuppressWarnings("NullAway.Init")
abstract class CrashContract {
    private static final int EVENTS = 120;
    private static final int SENDERS = 8;
    private static final int WORKERS = 2;
    private static final int ROUNDS = 5;
    private static final int EVENTS_IN_ROUND = 150;

    @TempDir
    Path scratch;

    abstract CrashDatabase database();

    /** How long a claim lasts in this suite's nodes. */
    abstract Duration lease();

    /** How soon after a node's start the work that a dead one held must be taken up. */
    abstract Duration promise();

    final Books books(String target) throws Exception {
        return new Books(database().look(target));
    }

    final NodeProcess node(String target, int senders) throws Exception {
        return node(new NodeOptions(target, lease(), senders, WORKERS, Optional.empty()));
    }

    final NodeProcess node(NodeOptions options) throws Exception {
        Path own = Files.createTempDirectory(scratch, "node");
        return NodeProcess.start(CrashNode.Program.get(), options.asArguments(), own);
    }

    static Set<String> ids(String prefix, int count) {
        Set<String> ids = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            ids.add(prefix + "-" + i);
        }
        return ids;
    }

    @ParameterizedTest
    @EnumSource(InboxStep.class)
    void an_event_outlives_a_node_that_dies(InboxStep step) throws Exception {
        String target = database().fresh();
        Set<String> ids = ids("event", EVENTS);
        Heard first = die(target, step, ids);
        try (Books books = books(target)) {
            assertThat(books.events()).as("acknowledged and kept").containsAll(first.acknowledged());
            assertFoundAsLeft(books, step, first);
        }
        try (NodeProcess second = node(target, SENDERS)) {
            long began = System.nanoTime();
            second.drain();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(promise());
            second.sendUntilAcknowledged(ids);
            second.drain();
            second.quit();

            assertThat(second.heard().duplicates()).as("known already").containsAll(first.acknowledged());
            assertOnce(target, step, ids, first, second.heard());
        }
    }

    private Heard die(String target, InboxStep step, Set<String> ids) throws Exception {
        // With 8 senders and 120 events there are 15 commits at least, and after 10 of them somebody has been answered.
        FailPoint failPoint = new FailPoint(step, 10, FailPoint.End.HALT);
        try (NodeProcess node = node(new NodeOptions(target, lease(), SENDERS, WORKERS, Optional.of(failPoint)))) {
            node.send(ids);
            assertThat(node.exitCode()).isEqualTo(Fuse.KILLED);
            assertThat(node.heard().acknowledged()).isNotEmpty();
            assertThat(node.heard().reached()).isNotEmpty();
            return node.heard();
        }
    }

    private static void assertFoundAsLeft(Books books, InboxStep step, Heard dead) throws Exception {
        for (String id : dead.reached()) {
            switch (step) {
                case BEFORE_ACCEPT_COMMIT -> assertThat(books.event(id)).isEmpty();
                case AFTER_ACCEPT_COMMIT -> {
                    assertThat(books.event(id)).isPresent();
                    assertThat(dead.acknowledged()).doesNotContain(id);
                }
                case AFTER_CLAIM, DURING_WORK, INSIDE_EFFECT -> {
                    assertThat(books.summary(id).state()).isEqualTo(EventState.READY);
                    assertThat(books.attempts(id)).as("counted before it ran").isEqualTo(1);
                    assertThat(books.bookings()).doesNotContainKey(id);
                }
                case AFTER_FINISH -> {
                    assertThat(books.summary(id).state()).isEqualTo(EventState.PROCESSED);
                    assertThat(books.bookings()).containsEntry(id, 1);
                    assertThat(dead.done()).doesNotContain(id);
                }
            }
        }
    }

    private void assertOnce(String target, InboxStep step, Set<String> ids, Heard dead, Heard alive) throws Exception {
        boolean inHand =
                step == InboxStep.AFTER_CLAIM || step == InboxStep.DURING_WORK || step == InboxStep.INSIDE_EFFECT;
        try (Books books = books(target)) {
            int gaps = books.mustShowEachOnce(ids, 1, dead, alive);
            int losses = dead.lost().size() + alive.lost().size();
            assertThat(gaps).isLessThanOrEqualTo(WORKERS * BookingWorker.BATCH + losses);
            for (String id : dead.reached()) {
                int finished = books.attempts(id);
                assertThat(finished)
                        .as("the attempt of %s that was finished", id)
                        .isGreaterThanOrEqualTo(inHand ? 2 : 1);
            }
        }
    }

    @Test
    void nodes_that_are_killed_at_random_moments_under_load_lose_and_repeat_nothing() throws Exception {
        String target = database().fresh();
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Set<String> all = new HashSet<>();
        Set<String> acknowledged = new HashSet<>();
        List<Heard> nodes = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            Set<String> ids = ids("round" + round, EVENTS_IN_ROUND);
            all.addAll(ids);
            try (NodeProcess node = node(target, 4 * SENDERS)) {
                node.send(ids);
                // In the middle of accepting, of working, or of both; and not in step with the answers.
                int progress = random.nextInt(2 * EVENTS_IN_ROUND - 50);
                node.await("the moment to die", so -> so.progress() >= progress);
                LockSupport.parkNanos(random.nextInt(5_000_000));
                node.kill();
                nodes.add(node.heard());
                acknowledged.addAll(node.heard().acknowledged());
            }
            try (Books books = books(target)) {
                assertThat(books.events()).as("seed %s, round %s", seed, round).containsAll(acknowledged);
            }
        }
        try (NodeProcess last = node(target, 4 * SENDERS)) {
            last.drain();
            last.sendUntilAcknowledged(all);
            last.drain();
            last.quit();
            nodes.add(last.heard());
            assertThat(last.heard().duplicates()).as("seed %s", seed).containsAll(acknowledged);
        }
        try (Books books = books(target)) {
            int gaps = books.mustShowEachOnce(all, ROUNDS, nodes.toArray(Heard[]::new));
            int losses = nodes.stream().mapToInt(node -> node.lost().size()).sum();
            assertThat(gaps).as("seed %s", seed).isLessThanOrEqualTo(ROUNDS * WORKERS * BookingWorker.BATCH + losses);
        }
    }
}
