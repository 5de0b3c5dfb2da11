package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.Engine;
import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.Lanes;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.work.EventHandler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the engine promises about lanes, on a real store. */
abstract class LaneEngineContract extends EngineCase {
    private static final Lanes SLOW = new Lanes(List.of(new LaneRules("slow", List.of("report.*"), 2)));

    @Test
    void a_lane_whose_handler_is_stuck_holds_up_no_other_and_takes_its_own_slots_only() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger stuck = new AtomicInteger();
        BlockingQueue<String> others = new LinkedBlockingQueue<>();
        start(
                Map.of(YCLOUD, attempt -> {
                    if (attempt.event().type().startsWith("report.")) {
                        stuck.incrementAndGet();
                        waitFor(release);
                    } else {
                        others.add(attempt.event().id());
                    }
                    return done();
                }),
                SLOW);
        try {
            for (int i = 0; i < 30; i++) {
                accepted(send(YCLOUD, "stuck" + i, "report.wanted"));
            }
            await("the lane's slots are taken", () -> stuck.get() == 2);
            for (int i = 0; i < 30; i++) {
                accepted(send(YCLOUD, "free" + i));
            }
            for (int i = 0; i < 30; i++) {
                assertThat(others.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNotNull();
            }
            assertThat(stuck).hasValue(2);
            assertThat(engine.attemptsInFlight()).isGreaterThanOrEqualTo(2);
        } finally {
            release.countDown();
        }
        await("the others of the lane are worked off, too", () -> stuck.get() == 30);
    }

    static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_lane_that_no_longer_exists_is_worked_off_as_well() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        EventHandler handler = attempt -> {
            seen.add(attempt.event().id());
            return done();
        };
        start(Map.of(YCLOUD, attempt -> new EventHandler.Refused("not here")), SLOW);
        List<EventRef> refs = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            refs.add(accepted(send(YCLOUD, "e" + i, "report.wanted")));
        }
        await("all parked", () -> refs.stream().allMatch(ref -> state(ref) == EventState.PARKED));
        List<Source> renamed = engine.sources().stream()
                .map(source -> new Source(
                        source.name(),
                        source.provider(),
                        source.verifier(),
                        source.intake().with(Lanes.NONE),
                        source.work()))
                .toList();
        engine.close(Duration.ofSeconds(5));
        refs.forEach(store::replay);

        engine = Engine.start(store, renamed, Map.of(YCLOUD, handler), InstantSource.system(), EngineListener.SILENT);

        for (int i = 0; i < 10; i++) {
            assertThat(seen.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNotNull();
        }
        await("processed", () -> refs.stream().allMatch(ref -> state(ref) == EventState.PROCESSED));
    }
}
