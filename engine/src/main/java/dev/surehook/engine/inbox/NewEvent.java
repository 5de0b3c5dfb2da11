package dev.surehook.engine.inbox;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.EventKey;
import dev.surehook.engine.event.HeaderCodec;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.OrderKey;
import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.Route;
import java.util.Optional;

/**
 * An event that is ready to be stored.
 *
 * @param headers as they are kept; made on the request's own thread, because the committing one is shared
 * @param bodySha256 of the body, 32 bytes
 * @param ignored why it is stored as ignored; empty means that it is to be worked off
 * @param lane where it waits for its turn
 * @param orderKey what it is handled in order by; nothing where it is in no order
 */
public record NewEvent(
        Event event,
        EventKey key,
        byte[] headers,
        byte[] bodySha256,
        Optional<String> ignored,
        LaneKey lane,
        Optional<OrderKey> orderKey) {

    public static NewEvent of(Event event, Route route) {
        return new NewEvent(
                event,
                event.key(),
                HeaderCodec.encode(event.headers()),
                EventKey.digest(event.body()),
                route.ignored(),
                new LaneKey(event.source(), route.lane().map(LaneRules::name).orElse("")),
                Ordering.keyOf(event, route));
    }

    /** For the default lane. */
    public static NewEvent of(Event event, Optional<String> ignored) {
        return of(event, Route.byDefault(ignored));
    }

    @Override
    public String toString() {
        return "NewEvent[" + event + "]";
    }
}
