package dev.surehook.engine.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.IntakeRules;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.source.SignedForm;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.source.WithoutId;
import dev.surehook.engine.source.WorkRules;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.Verifier;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An error, such as memory that is short for a moment, costs no slot and no thread for good. */
@Timeout(30)
class ErrorsTest {
    private static final SourceName SHOP = new SourceName("shop");
    private static final int SLOTS = 2;

    private final Memory store = new Memory();
    private final List<String> troubles = Collections.synchronizedList(new ArrayList<>());
    private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();
    private final Dispatcher dispatcher = new Dispatcher(
            store, List.of(source()), Map.of(SHOP, this::handle), InstantSource.system(), new EngineListener() {
                @Override
                public void troubled(String what, Throwable cause) {
                    troubles.add(what);
                }
            });

    @AfterEach
    void close() {
        dispatcher.close(Duration.ofSeconds(1));
    }

    private EventHandler.Outcome handle(Attempt attempt) {
        String id = attempt.event().id();
        if (id.startsWith("heavy")) {
            throw new OutOfMemoryError("of a test");
        }
        handled.add(id);
        return new EventHandler.Processed("done");
    }

    @Test
    void a_handler_that_throws_an_error_gives_its_slot_free_and_its_attempt_is_on_record() throws Exception {
        for (int i = 0; i < 10 * SLOTS; i++) {
            store.ready.add("heavy" + i);
        }
        store.ready.add("light");
        dispatcher.start();

        assertThat(handled.poll(20, TimeUnit.SECONDS)).isEqualTo("light");
        store.awaitEnds(10 * SLOTS + 1);
    }

    @Test
    void a_claim_that_ends_in_an_error_is_followed_by_another() throws Exception {
        store.failingClaims.set(3);
        store.ready.add("light");
        dispatcher.start();

        assertThat(handled.poll(20, TimeUnit.SECONDS)).isEqualTo("light");
        assertThat(troubles).hasSize(3);
    }

    @Test
    void an_end_whose_recording_failed_with_an_error_is_recorded_later() throws Exception {
        store.failingEnds.set(1);
        store.ready.add("light");
        dispatcher.start();

        store.awaitEnds(1);
        assertThat(troubles).containsExactly("recording attempts");
    }

    static Source source() {
        return new Source(
                SHOP,
                Providers.YCLOUD,
                Verifier.of(
                        Providers.YCLOUD,
                        List.of(Secret.of("whsec_0123456789abcdef0123456789abcdef")),
                        Duration.ofMinutes(5)),
                new IntakeRules(
                        IntakeRules.DEFAULT_MAX_BODY_BYTES,
                        SignedForm.WIRE,
                        true,
                        WithoutId.REFUSE,
                        List.of(),
                        List.of(),
                        Optional.empty()),
                new WorkRules(RetrySchedule.STANDARD, SLOTS, Duration.ofSeconds(10), WorkRules.DEFAULT_RETENTION));
    }

    /** Gives each event out once. */
    private static final class Memory implements WorkStore {
        private final Queue<String> ready = new ConcurrentLinkedQueue<>();
        private final AtomicInteger failingClaims = new AtomicInteger();
        private final AtomicInteger failingEnds = new AtomicInteger();
        private final BlockingQueue<Finish> ends = new LinkedBlockingQueue<>();
        private long number;

        @Override
        public List<Claimed> claim(LaneKey lane, int limit, Duration lease) {
            if (failingClaims.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new OutOfMemoryError("of a test");
            }
            List<Claimed> claimed = new ArrayList<>();
            String id = ready.poll();
            while (id != null) {
                Event event = new Event(SHOP, id, "t", Instant.EPOCH, Headers.empty(), new byte[] {1});
                claimed.add(new Claimed(new Lease(lane, ++number, 1, 0), event, System.nanoTime()));
                id = claimed.size() < limit ? ready.poll() : null;
            }
            return claimed;
        }

        @Override
        public List<Boolean> finish(List<Finish> finishes) {
            if (failingEnds.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new OutOfMemoryError("of a test");
            }
            ends.addAll(finishes);
            return Collections.nCopies(finishes.size(), true);
        }

        void awaitEnds(int count) throws InterruptedException {
            for (int i = 0; i < count; i++) {
                assertThat(ends.poll(20, TimeUnit.SECONDS)).as("end %s", i).isNotNull();
            }
        }

        @Override
        public void putBack(List<Lease> leases) {}

        @Override
        public List<LaneKey> lanesWithWork(SourceName source) {
            return List.of();
        }

        @Override
        public List<Boolean> finishIn(Connection connection, List<Finish> finishes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean finish(Finish finish, Effect effect) {
            throw new UnsupportedOperationException();
        }
    }
}
