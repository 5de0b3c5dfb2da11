package dev.surehook.engine.work;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.Order;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.source.Source;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** One lane of a source as this node works it off: its slots, which several may share, and its wake-up flag. */
final class Lane {
    private final LaneKey key;
    private final Source source;
    private final EventHandler handler;
    private final Slots slots;
    private final Portions portions;
    private final boolean continuesWhenParked;
    private final AtomicBoolean signalled = new AtomicBoolean();

    Lane(LaneKey key, Source source, EventHandler handler, Slots slots, LaneRules rules) {
        this.key = key;
        this.source = source;
        this.handler = handler;
        this.slots = slots;
        this.portions = new Portions(rules.batch());
        this.continuesWhenParked = rules.order().map(Order::continueWhenParked).orElse(false);
    }

    /** Another lane of the same source, worked off one by one in the slots of this one. */
    Lane sharing(LaneKey other) {
        return new Lane(other, source, handler, slots, LaneRules.byDefault(List.of()));
    }

    LaneKey key() {
        return key;
    }

    Source source() {
        return source;
    }

    EventHandler handler() {
        return handler;
    }

    Slots slots() {
        return slots;
    }

    Portions portions() {
        return portions;
    }

    /** Where this lane is a stray one, that of the event's type now decides: its handler may have another name only. */
    boolean continuesWhenParked(Event event) {
        return continuesWhenParked
                || source.intake()
                        .lanes()
                        .of(event.type())
                        .flatMap(LaneRules::order)
                        .map(Order::continueWhenParked)
                        .orElse(false);
    }

    RetrySchedule retries(Event event) {
        return handler.retries(event).orElse(source.work().retries());
    }

    /** True when this signal is the first since the last look and the lane has room: then the claimer must be woken. */
    boolean signal() {
        return !signalled.getAndSet(true) && slots.room() > 0;
    }

    boolean takeSignal() {
        return signalled.getAndSet(false);
    }
}
