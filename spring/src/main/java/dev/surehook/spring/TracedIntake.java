package dev.surehook.spring;

import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.source.Source;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.spring.ingest.Intake;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.propagation.Propagator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Records a span for each event that was taken, in the trace that its handler goes on with. Only when the request has
 * its answer: before, nobody knows which event it is.
 */
final class TracedIntake implements Intake {
    private static final String NAME = "surehook.intake";

    private final Intake intake;
    private final Propagator propagator;
    private final EventTrace trace;

    TracedIntake(Intake intake, Propagator propagator, EventTrace trace) {
        this.intake = intake;
        this.propagator = propagator;
        this.trace = trace;
    }

    @Override
    public Optional<Source> source(String name) {
        return intake.source(name);
    }

    @Override
    public AcceptOutcome accept(Source source, SignedRequest request) {
        long began = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        AcceptOutcome outcome = intake.accept(source, request);
        if (outcome instanceof AcceptOutcome.Accepted accepted) {
            record(source, request, accepted.ref(), "accepted", began);
        } else if (outcome instanceof AcceptOutcome.Duplicate duplicate) {
            record(source, request, duplicate.ref(), "duplicate", began);
        }
        return outcome;
    }

    private void record(Source source, SignedRequest request, EventRef event, String outcome, long beganMicros) {
        propagator
                .extract(request, (carrier, name) -> trace.field(carrier.headers(), () -> event, name))
                .name(NAME)
                .kind(Span.Kind.SERVER)
                .tag("source", source.name().value())
                .tag("outcome", outcome)
                .tag("event", event.value())
                .startTimestamp(beganMicros, TimeUnit.MICROSECONDS)
                .start()
                .end();
    }
}
