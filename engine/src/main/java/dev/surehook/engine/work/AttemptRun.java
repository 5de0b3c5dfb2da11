package dev.surehook.engine.work;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.source.RetrySchedule;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs what was claimed for one slot, and sees to it that its end is recorded. Thread-safe. */
final class AttemptRun {
    private final WorkStore store;
    private final InstantSource clock;
    private final EngineListener listener;
    private final FinishLog finishes;
    private final Consumer<LaneKey> freed;

    AttemptRun(
            WorkStore store,
            InstantSource clock,
            EngineListener listener,
            FinishLog finishes,
            Consumer<LaneKey> freed) {
        this.store = store;
        this.clock = clock;
        this.listener = listener;
        this.finishes = finishes;
        this.freed = freed;
    }

    void run(Lane lane, List<Claimed> portion) {
        Instant now = clock.instant();
        List<Attempt> attempts =
                portion.stream().map(work -> new Attempt(store, work, now)).toList();
        Attempt first = attempts.get(0);
        int attemptOfRun = first.lease().attemptOfRun();
        if (!lane.portions().inBatches()) {
            runAlone(lane, first, attemptOfRun);
        } else if (attemptOfRun > 1) {
            // It was begun once more than its schedule knows of: in its batch.
            runAlone(lane, first, attemptOfRun - 1);
        } else if (attempts.size() > 1) {
            runTogether(lane, attempts);
        } else {
            runAlone(lane, first, 1);
        }
    }

    /** @param number of the attempt, as the schedule counts */
    private void runAlone(Lane lane, Attempt attempt, int number) {
        RetrySchedule retries = lane.retries(attempt.event());
        EventHandler.Outcome outcome;
        if (number > retries.maxAttempts()) {
            // Counted before it ran and never finished, time after time: it takes its worker down.
            outcome = new EventHandler.Refused(
                    "begun " + retries.maxAttempts() + " times and never finished; the worker died with it");
        } else {
            outcome = outcomeOf(() -> lane.handler().handle(attempt));
        }
        Duration age = Duration.between(attempt.event().receivedAt(), clock.instant());
        Finish.Next next = AttemptRule.next(outcome, age, number, retries);
        boolean aloneFromTheStart =
                lane.portions().inBatches() && attempt.lease().attemptOfRun() == 1;
        if (next instanceof Finish.Retry retry && retry.counts() == 1 && aloneFromTheStart) {
            // Its next attempt is read as one after a batch.
            next = new Finish.Retry(retry.delay(), 2);
        } else if (next instanceof Finish.Park park && lane.continuesWhenParked(attempt.event())) {
            next = new Finish.Park(park.reason(), true);
        }
        end(lane, List.of(attempt), outcome, next);
    }

    private void runTogether(Lane lane, List<Attempt> attempts) {
        EventHandler.Outcome outcome = outcomeOf(() -> lane.handler().handleAll(attempts));
        if (outcome instanceof EventHandler.Processed) {
            end(lane, attempts, outcome, new Finish.Processed());
        } else if (outcome instanceof EventHandler.NotBegun) {
            end(lane, attempts, outcome, AttemptRule.notBegun());
        } else {
            EventHandler.Outcome together = new EventHandler.Failed(
                    "in a batch of " + attempts.size() + ", to be tried alone: " + outcome.detail());
            end(lane, attempts, together, AttemptRule.alone());
        }
    }

    private static EventHandler.Outcome outcomeOf(Supplier<EventHandler.Outcome> handler) {
        try {
            return handler.get();
        } catch (RuntimeException | Error e) {
            // Any error: whatever it says of the machine, the slot must be free again, and the event have its attempt.
            return new EventHandler.Failed("handler threw " + e.getClass().getName());
        }
    }

    private void end(Lane lane, List<Attempt> attempts, EventHandler.Outcome outcome, Finish.Next next) {
        List<Finish> ends =
                attempts.stream().map(attempt -> attempt.end(outcome, next)).toList();
        List<EventRef> events =
                attempts.stream().map(attempt -> attempt.event().ref()).toList();
        if (outcome instanceof EventHandler.Processed && attempts.stream().allMatch(Attempt::isRecorded)) {
            for (int i = 0; i < ends.size(); i++) {
                listener.attempted(events.get(i), ends.get(i));
            }
            freed.accept(lane.key());
        } else {
            // Also when a recorded end was rolled back, or nobody knows: if it was committed, the fence refuses this
            // one.
            finishes.add(lane.key(), ends, events);
        }
    }
}
