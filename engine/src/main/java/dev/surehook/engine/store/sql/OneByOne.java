package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.OrderKey;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Appends the events of a batch alone that could not be stored together, so that what is wrong with one fails it alone. */
public final class OneByOne {
    /** A handler's transaction that has the key should have ended long ago; a sender sends again. */
    public static final Appended KEY_BUSY =
            new Appended.Refused("the end of an earlier event of its key is not committed yet; send it again");

    /** How long all of them together wait for keys: many may be busy at a time, and the events of others wait for this. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private OneByOne() {}

    /** Appends one event, waiting for its key so long at most. */
    @FunctionalInterface
    public interface Append {
        Appended one(NewEvent event, Duration patience);
    }

    /** @param append of one; {@link #KEY_BUSY} means to spare the later events of that key the same wait */
    public static List<Appended> append(List<NewEvent> events, Append append) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Set<Key> busy = new HashSet<>();
        List<Appended> outcomes = new ArrayList<>(events.size());
        for (NewEvent event : events) {
            Optional<Key> key = event.orderKey().map(value -> new Key(event.lane(), value));
            Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            Appended outcome = key.isPresent() && busy.contains(key.get()) ? KEY_BUSY : append.one(event, left);
            if (outcome.equals(KEY_BUSY)) {
                key.ifPresent(busy::add);
            }
            outcomes.add(outcome);
        }
        return outcomes;
    }

    private record Key(LaneKey lane, OrderKey value) {}
}
