package dev.surehook.engine.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.commit.GroupCommit;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.SourceName;
import dev.surehook.signatures.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How requests are answered while their commits are slow, lost or at an end. */
@Timeout(30)
class GroupCommitTest {
    private static final Duration PATIENCE = Duration.ofMillis(300);

    private final SlowStore store = new SlowStore();
    private final List<String> troubles = Collections.synchronizedList(new ArrayList<>());
    private final GroupCommit<NewEvent, Appended> commits = new GroupCommit<>(
            new InboxCommits(store),
            new EngineListener() {
                @Override
                public void troubled(String what, Throwable cause) {
                    troubles.add(what);
                }
            },
            PATIENCE,
            stored -> {});

    @AfterEach
    void close() {
        store.gate.countDown();
        commits.close();
    }

    @Test
    void a_commit_that_takes_too_long_is_answered_once_and_new_requests_are_refused_at_once() throws Exception {
        BlockingQueue<Appended> first = append("first");
        store.began.await();
        BlockingQueue<Appended> second = append("second");

        assertThat(first.take()).isEqualTo(new Appended.Refused("the commit was not done in time"));
        assertThat(second.take()).isEqualTo(new Appended.Refused("the commit was not done in time"));
        assertThat(append("third").poll())
                .isEqualTo(new Appended.Refused("the store has not finished its last commit"));

        store.gate.countDown();
        awaitAvailable();
        assertThat(append("fourth").take()).isEqualTo(Appended.STORED);
        assertThat(first).isEmpty();
        // The second had given up before its commit began: its sender was told so and comes again.
        assertThat(store.stored).containsExactly("first", "fourth");
    }

    @Test
    void whoever_fails_to_hear_the_answer_takes_nothing_from_the_others() throws Exception {
        store.gate.countDown();
        commits.append(event("deaf"), outcome -> {
            throw new IllegalStateException("deaf");
        });

        assertThat(append("other").take()).isEqualTo(Appended.STORED);
        assertThat(troubles).containsExactly("answering a request");
    }

    @Test
    void a_lost_store_answers_all_that_wait_and_takes_events_again_when_it_is_back() throws Exception {
        BlockingQueue<Appended> first = append("first");
        store.began.await();
        BlockingQueue<Appended> second = append("second");
        store.lost = true;
        store.gate.countDown();

        assertThat(first.take()).isEqualTo(new Appended.Refused("the commit failed"));
        assertThat(second.take()).isEqualTo(new Appended.Refused("the commit failed"));

        store.lost = false;
        awaitAvailable();
        assertThat(append("third").take()).isEqualTo(Appended.STORED);
    }

    /** Else the thread that commits is gone, and who comes next waits for ever. */
    @Test
    void an_error_in_a_commit_is_a_lost_store_and_not_the_end_of_commits() throws Exception {
        store.gate.countDown();
        store.failure = new OutOfMemoryError("of a test");

        assertThat(append("first").take()).isEqualTo(new Appended.Refused("the commit failed"));

        store.failure = null;
        awaitAvailable();
        assertThat(append("second").take()).isEqualTo(Appended.STORED);
    }

    @Test
    void an_error_of_whoever_hears_an_answer_takes_nothing_from_the_others() throws Exception {
        store.gate.countDown();
        commits.append(event("broken"), outcome -> {
            throw new LinkageError("broken");
        });

        assertThat(append("other").take()).isEqualTo(Appended.STORED);
        assertThat(append("next").take()).isEqualTo(Appended.STORED);
    }

    @Test
    void closing_stores_what_waits_and_refuses_what_comes_later() throws Exception {
        BlockingQueue<Appended> first = append("first");
        store.began.await();
        BlockingQueue<Appended> second = append("second");
        store.gate.countDown();

        commits.close();

        assertThat(first.poll(1, TimeUnit.SECONDS)).isEqualTo(Appended.STORED);
        assertThat(second.poll(1, TimeUnit.SECONDS)).isEqualTo(Appended.STORED);
        assertThat(append("late").poll()).isEqualTo(new Appended.Refused("shutting down"));
    }

    private void awaitAvailable() {
        while (!commits.isAvailable()) {
            // Spinning would take one of few processors from the thread that is waited for.
            LockSupport.parkNanos(1_000_000);
        }
    }

    private BlockingQueue<Appended> append(String id) {
        BlockingQueue<Appended> answers = new LinkedBlockingQueue<>();
        commits.append(event(id), answers::add);
        return answers;
    }

    private static NewEvent event(String id) {
        return NewEvent.of(
                new Event(new SourceName("s"), id, "t", Instant.EPOCH, Headers.empty(), new byte[] {1}),
                Optional.empty());
    }

    /** Holds its first commit until the gate opens. */
    private static final class SlowStore implements InboxStore {
        private final CountDownLatch began = new CountDownLatch(1);
        private final CountDownLatch gate = new CountDownLatch(1);
        private final List<String> stored = Collections.synchronizedList(new ArrayList<>());
        private volatile boolean lost;
        private volatile @Nullable Error failure;

        @Override
        public List<Appended> append(List<NewEvent> events) {
            began.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new StoreUnavailable("interrupted", e);
            }
            probe();
            events.forEach(event -> stored.add(event.event().id()));
            return Collections.nCopies(events.size(), Appended.STORED);
        }

        @Override
        public void probe() {
            Error error = failure;
            if (error != null) {
                throw error;
            }
            if (lost) {
                throw new StoreUnavailable("lost");
            }
        }
    }
}
