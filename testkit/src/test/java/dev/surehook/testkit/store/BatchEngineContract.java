package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.Engine;
import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.Lanes;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.work.Attempt;
import dev.surehook.engine.work.EventHandler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the engine promises about events that are handled together, on a real store. */
abstract class BatchEngineContract extends LaneEngineContract {
    private static final String TYPE = "report.wanted";

    private static Lanes batches(int size) {
        return new Lanes(List.of(new LaneRules("reports", List.of("report.*"), 1, size, Optional.empty())));
    }

    private List<EventRef> sent(int count) {
        List<EventRef> refs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            refs.add(accepted(send(YCLOUD, "e" + i, TYPE)));
        }
        return refs;
    }

    private void awaitAll(List<EventRef> refs) throws InterruptedException {
        await("all are processed", () -> refs.stream().allMatch(ref -> state(ref) == EventState.PROCESSED));
    }

    @Test
    void events_that_wait_are_handled_together_up_to_the_size_of_a_batch() throws Exception {
        Reports reports = new Reports("none");
        start(Map.of(YCLOUD, reports), batches(10));
        EventRef gate = accepted(send(YCLOUD, "gate", TYPE));
        List<EventRef> refs = sent(25);
        reports.open.countDown();

        awaitAll(refs);
        awaitAll(List.of(gate));

        assertThat(reports.together).allSatisfy(batch -> assertThat(batch).hasSizeLessThanOrEqualTo(10));
        assertThat(reports.together).anySatisfy(batch -> assertThat(batch).hasSize(10));
        assertThat(Stream.concat(reports.together.stream().flatMap(List::stream), reports.alone.stream())
                        .filter(id -> !id.equals("gate")))
                .hasSize(25)
                .doesNotHaveDuplicates();
        assertThat(detail(refs.get(3)).attempts()).hasSize(1);
    }

    @Test
    void one_bad_event_among_a_hundred_parks_alone_and_its_first_run_with_the_others_costs_it_no_attempt()
            throws Exception {
        Reports reports = new Reports("bad");
        start(Map.of(YCLOUD, reports), batches(100));
        accepted(send(YCLOUD, "gate", TYPE));
        List<EventRef> refs = sent(50);
        EventRef bad = accepted(send(YCLOUD, "bad", TYPE));
        for (int i = 50; i < 99; i++) {
            refs.add(accepted(send(YCLOUD, "e" + i, TYPE)));
        }
        reports.open.countDown();

        awaitAll(refs);
        await("the bad one is parked", () -> state(bad) == EventState.PARKED);

        assertThat(detail(bad).attempts())
                .extracting(EventLog.AttemptRow::outcome)
                .containsExactly("retry", "retry", "retry", "parked");
        assertThat(detail(bad).attempts().get(0).detail()).contains("to be tried alone: one is bad");
        assertThat(detail(bad).summary().reason()).contains("gave up after 3 attempts; the last one: bad");
    }

    @Test
    void an_event_that_was_alone_from_the_start_is_tried_no_more_often_than_its_schedule_says() throws Exception {
        Reports reports = new Reports("bad");
        start(Map.of(YCLOUD, reports), batches(100));
        EventRef bad = accepted(send(YCLOUD, "bad", TYPE));
        await("it is parked", () -> state(bad) == EventState.PARKED);

        assertThat(detail(bad).attempts())
                .extracting(EventLog.AttemptRow::outcome)
                .containsExactly("retry", "retry", "parked");
        assertThat(reports.together).isEmpty();
    }

    @Test
    void events_whose_worker_died_are_tried_alone_and_not_together_again() throws Exception {
        Reports reports = new Reports("none");
        reports.open.countDown();
        start(Map.of(), batches(100));
        List<EventRef> refs = sent(20);
        refs.forEach(engine::replay);
        assertThat(store.claim(new LaneKey(YCLOUD, "reports"), 100, Duration.ZERO))
                .hasSize(20);
        engine.close(Duration.ofSeconds(1));

        engine = Engine.start(
                store, engine.sources(), Map.of(YCLOUD, reports), InstantSource.system(), EngineListener.SILENT);

        awaitAll(refs);
        assertThat(reports.together).isEmpty();
        assertThat(reports.alone).hasSize(20).doesNotHaveDuplicates();
    }

    /** Waits with the event called gate until it may go on; fails with one bad event. */
    private static final class Reports implements EventHandler {
        private final String bad;
        private final CountDownLatch open = new CountDownLatch(1);
        private final Queue<List<String>> together = new ConcurrentLinkedQueue<>();
        private final Queue<String> alone = new ConcurrentLinkedQueue<>();

        Reports(String bad) {
            this.bad = bad;
        }

        @Override
        public Outcome handle(Attempt attempt) {
            String id = attempt.event().id();
            if (id.equals("gate")) {
                waitFor(open);
            } else {
                alone.add(id);
            }
            return attempt.event().id().equals(bad) ? new Failed("bad") : done();
        }

        @Override
        public Outcome handleAll(List<Attempt> attempts) {
            List<String> ids =
                    attempts.stream().map(attempt -> attempt.event().id()).toList();
            together.add(ids);
            if (ids.contains("gate")) {
                waitFor(open);
            }
            return ids.contains(bad) ? new Refused("one is bad") : done();
        }
    }
}
