package dev.surehook.spring.ingest;

import dev.surehook.engine.Engine;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.source.Source;
import dev.surehook.signatures.SignedRequest;
import java.util.Optional;

/** What takes requests. */
public interface Intake {

    /** The source with this name; any text may be asked for. */
    Optional<Source> source(String name);

    /** Blocks until the event is durable, or refused. */
    AcceptOutcome accept(Source source, SignedRequest request);

    static Intake of(Engine engine) {
        return new Intake() {
            @Override
            public Optional<Source> source(String name) {
                return engine.source(name);
            }

            @Override
            public AcceptOutcome accept(Source source, SignedRequest request) {
                return engine.inbox().accept(source, request);
            }
        };
    }
}
