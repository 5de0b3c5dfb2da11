package dev.surehook.engine.inbox;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.OrderKey;
import dev.surehook.engine.json.JsonBody;
import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.Order;
import dev.surehook.engine.source.Route;
import dev.surehook.signatures.Locator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Finds the key that an event is ordered by. */
final class Ordering {
    private Ordering() {}

    /** Nothing where the lane has no order, or the event no key; an ignored event is in nobody's way. */
    static Optional<OrderKey> keyOf(Event event, Route route) {
        if (route.ignored().isPresent()) {
            return Optional.empty();
        }
        return route.lane()
                .flatMap(LaneRules::order)
                .flatMap(order -> textOf(event, order, route.bodyLimit()))
                .map(OrderKey::of);
    }

    private static Optional<String> textOf(Event event, Order order, int bodyLimit) {
        List<List<String>> paths =
                order.by().stream().map(Locator.JsonPath::path).toList();
        try {
            return JsonBody.read(PlainBody.of(event, bodyLimit), paths, JsonBody.Values.TEXTS_AND_WHOLE_NUMBERS)
                    .flatMap(body -> paths.stream()
                            .flatMap(path -> body.text(path).stream())
                            .findFirst());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
