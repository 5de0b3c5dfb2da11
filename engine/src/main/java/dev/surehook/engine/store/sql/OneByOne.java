package dev.surehook.engine.store.sql;

import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.OrderKey;
import dev.surehook.engine.inbox.Appended;
import dev.surehook.engine.inbox.NewEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Appends the events of a batch alone that could not be stored together, so that what is wrong with one fails it alone. */
public final class OneByOne {
    /** A handler's transaction that has the key should have ended long ago; a sender sends again. */
    public static final Appended KEY_BUSY =
            new Appended.Refused("the end of an earlier event of its key is not committed yet; send it again");

    private OneByOne() {}

    /** @param append of one; {@link #KEY_BUSY} means to spare the later events of that key the same wait */
    public static List<Appended> append(List<NewEvent> events, Function<NewEvent, Appended> append) {
        Set<Key> busy = new HashSet<>();
        List<Appended> outcomes = new ArrayList<>(events.size());
        for (NewEvent event : events) {
            Optional<Key> key = event.orderKey().map(value -> new Key(event.lane(), value));
            Appended outcome = key.isPresent() && busy.contains(key.get()) ? KEY_BUSY : append.apply(event);
            if (outcome == KEY_BUSY) {
                key.ifPresent(busy::add);
            }
            outcomes.add(outcome);
        }
        return outcomes;
    }

    private record Key(LaneKey lane, OrderKey value) {}
}
