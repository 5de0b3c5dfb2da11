package dev.surehook.server.api;

import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.SendingLog.Filter;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The filters of the lists of deliveries and of published events, read from query parameters. */
final class DeliveryFilter {
    private static final String CURSOR = "what next_cursor of the page before said";

    private DeliveryFilter() {}

    static Filter ofDeliveries(Map<String, String> parameters) {
        QueryValues values =
                QueryValues.of(parameters, Set.of("endpoint", "state", "type", "since", "until", "cursor", "limit"));
        return new Filter(
                values.read("endpoint", EndpointRef::new, "the reference of an endpoint"),
                values.read("state", DeliveryState::of, "one of " + states()),
                values.type(),
                values.time("since"),
                values.time("until"),
                values.read("cursor", DeliveryFilter::delivery, CURSOR),
                values.limit(Filter.MOST));
    }

    static Filter ofEvents(Map<String, String> parameters) {
        QueryValues values = QueryValues.of(parameters, Set.of("type", "since", "until", "cursor", "limit"));
        return new Filter(
                Optional.empty(),
                Optional.empty(),
                values.type(),
                values.time("since"),
                values.time("until"),
                values.read("cursor", text -> Long.toString(Long.parseLong(text)), CURSOR),
                values.limit(Filter.MOST));
    }

    private static String delivery(String text) {
        return DeliveryRef.parse(text)
                .map(DeliveryRef::toString)
                .orElseThrow(() -> new IllegalArgumentException("no delivery"));
    }

    private static String states() {
        return Arrays.stream(DeliveryState.values()).map(DeliveryState::label).collect(Collectors.joining(", "));
    }
}
