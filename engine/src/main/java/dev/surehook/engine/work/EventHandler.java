package dev.surehook.engine.work;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.source.RetrySchedule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Works one event off. Called on a worker thread; may block up to the source's attempt timeout. */
@FunctionalInterface
public interface EventHandler {

    Outcome handle(Attempt attempt);

    /**
     * Works several events off together, in a lane with batches. {@link Processed} holds for all of them; after any other
     * outcome each is tried alone at once, by {@link #handle}, so that one bad event costs its neighbours nothing.
     */
    default Outcome handleAll(List<Attempt> attempts) {
        throw new UnsupportedOperationException("this handler takes events one by one");
    }

    /** The schedule for this event where it has one of its own; the source's otherwise. */
    default Optional<RetrySchedule> retries(Event event) {
        return Optional.empty();
    }

    /** How an attempt ended. An exception counts as {@link Failed}. */
    sealed interface Outcome {
        String detail();
    }

    record Processed(String detail) implements Outcome {}

    /** To be tried again by the schedule, but not before {@code notBefore} has passed. */
    record Failed(String detail, Duration notBefore) implements Outcome {
        public Failed(String detail) {
            this(detail, java.time.Duration.ZERO);
        }
    }

    /**
     * This node does not know what to do with it, and another may, for instance while a new version is being rolled out:
     * left to the others for a while without being counted; as {@link Failed} when nobody has taken it within an hour.
     */
    record NotHere(String detail) implements Outcome {}

    /** There was no room to begin: tried again soon without being counted. A batch stays together. */
    record NotBegun(String detail) implements Outcome {}

    /** Trying again is no use: parked at once. */
    record Refused(String detail) implements Outcome {}
}
