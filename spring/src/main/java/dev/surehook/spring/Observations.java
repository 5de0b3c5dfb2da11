package dev.surehook.spring;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.SourceName;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;

/**
 * One observation for each run of a handler: a timer, and a span where tracing is set up. It belongs to the
 * {@link EventTrace}.
 */
final class Observations {
    private static final String NAME = "surehook.handler";

    private final ObservationRegistry registry;
    private final EventTrace trace;

    Observations(ObservationRegistry registry, EventTrace trace) {
        this.registry = registry;
        this.trace = trace;
    }

    /** Several events at once go on with no trace of a sender. */
    Observation of(SourceName source, int events, HandlerMethod method) {
        return Observation.createNotStarted(NAME, registry)
                .contextualName(method.name())
                .lowCardinalityKeyValue(KeyValue.of("source", source.value()))
                .lowCardinalityKeyValue(KeyValue.of("handler", method.name()))
                .highCardinalityKeyValue(KeyValue.of("events", Integer.toString(events)));
    }

    /** Not started yet: what finds no connection has not run the handler. */
    Observation of(Event event, HandlerMethod method) {
        if (registry.isNoop()) {
            // The event's reference is a hash: not made for nobody.
            return Observation.NOOP;
        }
        ReceiverContext<Event> context = new ReceiverContext<>(
                (carrier, name) -> trace.field(carrier.headers(), carrier::ref, name), Kind.CONSUMER);
        context.setCarrier(event);
        return Observation.createNotStarted(NAME, () -> context, registry)
                .contextualName(method.name())
                .lowCardinalityKeyValue(KeyValue.of("source", event.source().value()))
                .lowCardinalityKeyValue(KeyValue.of("handler", method.name()))
                .highCardinalityKeyValue(KeyValue.of("event", event.ref().toString()))
                .highCardinalityKeyValue(KeyValue.of("type", event.type()));
    }
}
