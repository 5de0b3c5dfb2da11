package dev.surehook.spring;

import dev.surehook.engine.event.EventRef;
import dev.surehook.signatures.Headers;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The trace of an event: the one that its sender began, else one whose id is the event's reference. So intake, every
 * attempt on every node and every replay find the same trace, and nothing has to be stored for it.
 */
final class EventTrace {
    private static final String TRACEPARENT = "traceparent";

    /** How senders say it otherwise. */
    private static final List<String> OTHERS = List.of("b3", "X-B3-TraceId");

    private final double probability;

    /** @param probability the share of traces to record, 0 to 1; the same events on every node */
    EventTrace(double probability) {
        this.probability = probability;
    }

    /** What a propagator asks for by {@code name}. */
    @Nullable
    String field(Headers headers, Supplier<EventRef> event, String name) {
        String sent = headers.first(name).orElse(null);
        if (sent != null || !name.toLowerCase(Locale.ROOT).equals(TRACEPARENT)) {
            return sent;
        }
        boolean begun = OTHERS.stream().anyMatch(other -> headers.first(other).isPresent());
        return begun ? null : traceparent(event.get());
    }

    /** By W3C Trace Context. The span that it names is never seen: it stands for the event. */
    private String traceparent(EventRef event) {
        String digits = event.value().substring("evt_".length());
        // A hash, so any of its bits are as good as drawn.
        boolean recorded = (event.low() & Long.MAX_VALUE) < probability * Long.MAX_VALUE;
        return "00-" + digits + "-" + digits.substring(0, 16) + (recorded ? "-01" : "-00");
    }
}
