package dev.surehook.testkit.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.testkit.store.TestPostgres;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PostgresCrashTest extends CrashContract {

    @Override
    CrashDatabase database() {
        return () -> CrashDatabase.made(TestPostgres.freshDatabase().jdbcUrl());
    }

    /** Short, so that the suite is quick. */
    @Override
    Duration lease() {
        return Duration.ofSeconds(2);
    }

    @Override
    Duration promise() {
        return lease().plusSeconds(30);
    }

    @ParameterizedTest
    @EnumSource(names = {"DURING_WORK", "INSIDE_EFFECT"})
    void another_node_takes_over_what_a_killed_one_had_in_hand(InboxStep step) throws Exception {
        String target = database().fresh();
        Set<String> ids = ids("event", 60);
        FailPoint failPoint = new FailPoint(step, 3, FailPoint.End.HANG);
        try (NodeProcess doomed = hangingNode(target, failPoint);
                NodeProcess other = node(target, 8)) {
            doomed.send(ids);
            doomed.await("it is in the middle of " + step, so -> !so.reached().isEmpty());
            other.sendUntilAcknowledged(ids("other", 20));
            doomed.kill();

            other.drain();
            other.sendUntilAcknowledged(ids);
            other.drain();
            other.quit();

            assertThat(other.heard().done()).containsAll(doomed.heard().reached());
            assertThat(other.heard().duplicates()).containsAll(doomed.heard().acknowledged());
            Set<String> all = new HashSet<>(ids);
            all.addAll(ids("other", 20));
            try (Books books = books(target)) {
                int gaps = books.mustShowEachOnce(all, 1, doomed.heard(), other.heard());
                assertThat(gaps).isGreaterThanOrEqualTo(doomed.heard().reached().size());
            }
        }
    }

    /** With one worker, so that nothing more is done there once it hangs. */
    private NodeProcess hangingNode(String target, FailPoint failPoint) throws Exception {
        return node(new NodeOptions(target, lease(), 8, 1, Optional.of(failPoint)));
    }

    @Test
    void a_node_that_slept_through_its_lease_books_nothing_when_it_wakes() throws Exception {
        String target = database().fresh();
        Set<String> ids = ids("event", 20);
        FailPoint failPoint = new FailPoint(InboxStep.DURING_WORK, 3, FailPoint.End.HANG);
        try (NodeProcess sleeper = hangingNode(target, failPoint);
                NodeProcess other = node(target, 8)) {
            sleeper.send(ids);
            sleeper.await("it sleeps", so -> so.answers() == 20 && !so.reached().isEmpty());
            List<String> inHand = sleeper.heard().reached();
            other.drain();

            sleeper.goOn();
            sleeper.await("it wakes", so -> so.lost().containsAll(inHand));
            sleeper.quit();
            other.quit();

            assertThat(other.heard().done()).containsAll(inHand);
            try (Books books = books(target)) {
                books.mustShowEachOnce(ids, 0, sleeper.heard(), other.heard());
            }
        }
    }

    @Test
    void C1_fifty_identical_requests_at_once_to_each_of_two_nodes_are_all_successes_and_one_booking() throws Exception {
        String target = database().fresh();
        List<String> copies = Collections.nCopies(50, "same");
        try (NodeProcess one = node(target, 50);
                NodeProcess other = node(target, 50)) {
            one.send(copies);
            other.send(copies);
            one.await("all are answered", so -> so.answers() == 50);
            other.await("all are answered", so -> so.answers() == 50);
            one.drain();
            one.quit();
            other.quit();

            assertThat(one.heard().accepted().size() + other.heard().accepted().size())
                    .isEqualTo(1);
            assertThat(one.heard().duplicates().size()
                            + other.heard().duplicates().size())
                    .isEqualTo(99);
            assertThat(one.heard().done().size() + other.heard().done().size()).isEqualTo(1);
            try (Books books = books(target)) {
                books.mustShowEachOnce(Set.of("same"), 0, one.heard(), other.heard());
            }
        }
    }
}
