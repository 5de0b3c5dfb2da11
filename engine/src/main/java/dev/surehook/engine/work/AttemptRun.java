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
        if (lane.portions().inBatches() && first.lease().attemptOfRun() == 1) {
            runTogether(lane, attempts);
        } else {
            runAlone(lane, first);
        }
    }

    /** An event of a lane with batches was begun once more than its schedule knows of: in its batch. */
    private void runAlone(Lane lane, Attempt attempt) {
        RetrySchedule retries = lane.retries(attempt.event());
        int number = attempt.lease().attemptOfRun() - (lane.portions().inBatches() ? 1 : 0);
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
        if (next instanceof Finish.Park park && lane.continuesWhenParked(attempt.event())) {
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
