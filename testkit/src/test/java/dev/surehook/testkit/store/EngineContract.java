package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.Engine;
import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.source.Lanes;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.work.Claimed;
import dev.surehook.engine.work.EventHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The engine on a real store: from a signed request to the handler and what becomes of it. */
abstract class EngineContract extends OrderEngineContract {
    @Test
    void an_accepted_event_reaches_its_handler_with_its_exact_bytes() throws Exception {
        BlockingQueue<Event> seen = new LinkedBlockingQueue<>();
        start(Map.of(YCLOUD, attempt -> {
            seen.add(attempt.event());
            return done();
        }));

        EventRef ref = accepted(send(YCLOUD, "e1"));

        Event event = seen.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(event).isNotNull();
        assertThat(new String(event.body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"id\":\"e1\",\"type\":\"sms.message.updated\"}");
        await("processed", () -> state(ref) == EventState.PROCESSED);
    }

    @Test
    void C1_fifty_copies_at_once_are_all_successes_and_one_run() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        start(Map.of(YCLOUD, attempt -> {
            runs.incrementAndGet();
            return done();
        }));
        ExecutorService threads = Executors.newFixedThreadPool(50);
        try {
            List<Callable<AcceptOutcome>> copies = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                copies.add(() -> send(YCLOUD, "same"));
            }
            int fresh = 0;
            for (Future<AcceptOutcome> outcome : threads.invokeAll(copies)) {
                if (outcome.get() instanceof AcceptOutcome.Accepted) {
                    fresh++;
                } else {
                    assertThat(outcome.get()).isInstanceOf(AcceptOutcome.Duplicate.class);
                }
            }
            assertThat(fresh).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
        accepted(send(YCLOUD, "later"));
        await("the later one has run", () -> runs.get() >= 2);
        assertThat(runs).hasValue(2);
    }

    @Test
    void R8_a_failing_handler_is_tried_again_and_then_succeeds() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        start(Map.of(YCLOUD, attempt -> {
            if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("secret customer data");
            }
            return attempt.number() == 2 ? new EventHandler.Failed("HTTP 500") : done();
        }));

        EventRef ref = accepted(send(YCLOUD, "e1"));

        await("processed", () -> state(ref) == EventState.PROCESSED);
        assertThat(detail(ref).attempts())
                .extracting(attempt -> attempt.number() + " " + attempt.outcome() + " " + attempt.detail())
                .containsExactly(
                        "1 retry handler threw java.lang.IllegalStateException",
                        "2 retry HTTP 500",
                        "3 processed done");
    }

    @Test
    void an_event_that_always_fails_is_parked_with_its_last_reason_and_a_replay_has_a_new_budget() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        start(Map.of(YCLOUD, attempt -> {
            runs.incrementAndGet();
            return new EventHandler.Failed("HTTP 503");
        }));
        EventRef ref = accepted(send(YCLOUD, "e1"));
        await("parked", () -> state(ref) == EventState.PARKED);
        assertThat(runs).hasValue(3);
        assertThat(detail(ref).summary().reason()).contains("gave up after 3 attempts; the last one: HTTP 503");

        assertThat(engine.replay(ref)).isEqualTo(EventLog.Replay.QUEUED);

        await("parked again", () -> runs.get() == 6 && state(ref) == EventState.PARKED);
        assertThat(detail(ref).attempts()).hasSize(6);
    }

    @Test
    void a_refusal_parks_at_once() throws Exception {
        start(Map.of(YCLOUD, attempt -> new EventHandler.Refused("the endpoint answered 410 Gone")));

        EventRef ref = accepted(send(YCLOUD, "e1"));

        await("parked", () -> state(ref) == EventState.PARKED);
        assertThat(detail(ref).attempts()).hasSize(1);
    }

    @Test
    void C13_accepting_does_not_wait_for_handlers_and_a_stuck_source_does_not_hold_the_others() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        BlockingQueue<String> others = new LinkedBlockingQueue<>();
        Map<SourceName, EventHandler> handlers = new LinkedHashMap<>();
        handlers.put(YCLOUD, attempt -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return done();
        });
        handlers.put(OTHER, attempt -> {
            others.add(attempt.event().id());
            return done();
        });
        start(handlers);
        try {
            for (int i = 0; i < 200; i++) {
                accepted(send(YCLOUD, "stuck" + i));
            }
            accepted(send(OTHER, "free"));
            assertThat(others.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("free");
            await("all slots of the stuck source, and no more, are taken", () -> engine.attemptsInFlight() == 4);
        } finally {
            release.countDown();
        }
    }

    @Test
    void a_full_lane_goes_on_as_soon_as_a_slot_is_free_and_not_at_the_next_poll() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(1);
        start(
                Map.of(YCLOUD, attempt -> {
                    try {
                        all.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    runs.incrementAndGet();
                    return done();
                }),
                List.of(),
                1,
                Lanes.NONE);
        // These signals come while the only slot is taken; with one event for each poll, 100 would take 100 s.
        for (int i = 0; i < 100; i++) {
            accepted(send(YCLOUD, "e" + i));
        }
        all.countDown();

        await("all have run", () -> runs.get() == 100);
    }

    @Test
    void a_poison_event_that_takes_its_worker_down_each_time_is_parked_unrun() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        start(Map.of());
        EventRef ref = accepted(send(YCLOUD, "poison"));
        engine.replay(ref);
        // Three workers die with it: each claim is counted, none is finished.
        for (int death = 1; death <= 3; death++) {
            List<Claimed> claimed = store.claim(YCLOUD, 1, Duration.ZERO);
            assertThat(claimed)
                    .singleElement()
                    .satisfies(work -> assertThat(work.lease().attemptOfRun()).isPositive());
        }
        engine.close(Duration.ofSeconds(1));

        engine = Engine.start(
                store,
                engine.sources(),
                Map.of(YCLOUD, attempt -> {
                    runs.incrementAndGet();
                    return done();
                }),
                InstantSource.system(),
                EngineListener.SILENT);

        await("parked", () -> state(ref) == EventState.PARKED);
        assertThat(runs).hasValue(0);
        assertThat(detail(ref).summary().reason().orElseThrow()).contains("begun 3 times and never finished");
    }

    @Test
    void R10_an_event_that_nobody_handles_is_kept_as_ignored() throws Exception {
        start(Map.of());

        EventRef ref = accepted(send(YCLOUD, "e1"));

        assertThat(state(ref)).isEqualTo(EventState.IGNORED);
        assertThat(detail(ref).summary().reason()).contains("no destination");
    }

    @Test
    void closing_lets_the_running_attempt_end_and_records_it() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        start(Map.of(YCLOUD, attempt -> {
            running.countDown();
            try {
                TimeUnit.MILLISECONDS.sleep(300);
            } catch (InterruptedException e) {
                return new EventHandler.Failed("interrupted");
            }
            return done();
        }));
        EventRef ref = accepted(send(YCLOUD, "e1"));
        running.await();

        engine.close(Duration.ofSeconds(10));

        assertThat(store.find(ref).orElseThrow().summary().state()).isEqualTo(EventState.PROCESSED);
        assertThat(send(YCLOUD, "late")).isInstanceOf(AcceptOutcome.Unavailable.class);
    }
}
