package dev.surehook.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.Engine;
import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.source.IntakeRules;
import dev.surehook.engine.source.Lanes;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.source.SignedForm;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.source.WithoutId;
import dev.surehook.engine.source.WorkRules;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.work.EventHandler;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Signer;
import dev.surehook.signatures.Verifier;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;

/** A test with an engine on a real store: its sources, requests to them, and a wait with a deadline. */
@SuppressWarnings("NullAway.Init")
abstract class EngineCase {
    static final SourceName YCLOUD = new SourceName("ycloud");
    static final SourceName OTHER = new SourceName("other");
    private static final Secret SECRET = Secret.of("whsec_0123456789abcdef0123456789abcdef");
    static final Duration PATIENCE = Duration.ofSeconds(30);

    Store store;
    Engine engine;

    abstract Store openStore() throws Exception;

    @AfterEach
    void stop() {
        if (engine != null) {
            engine.close(Duration.ofSeconds(5));
        }
        if (store != null) {
            store.close();
        }
    }

    final void start(Map<SourceName, EventHandler> handlers) throws Exception {
        start(handlers, Lanes.NONE);
    }

    final void start(Map<SourceName, EventHandler> handlers, Lanes lanes) throws Exception {
        start(handlers, List.of(Duration.ofMillis(30), Duration.ofMillis(30)), 4, lanes);
    }

    final void start(Map<SourceName, EventHandler> handlers, List<Duration> retries, int concurrency, Lanes lanes)
            throws Exception {
        store = openStore();
        List<Source> sources = new ArrayList<>();
        for (SourceName name : List.of(YCLOUD, OTHER)) {
            sources.add(new Source(
                    name,
                    Providers.YCLOUD,
                    Verifier.of(Providers.YCLOUD, List.of(SECRET), Duration.ofMinutes(5)),
                    new IntakeRules(
                            IntakeRules.DEFAULT_MAX_BODY_BYTES,
                            SignedForm.WIRE,
                            true,
                            WithoutId.REFUSE,
                            List.of(),
                            List.of(),
                            handlers.containsKey(name) ? Optional.empty() : Optional.of("no destination"),
                            lanes),
                    new WorkRules(
                            new RetrySchedule(retries, 0),
                            concurrency,
                            Duration.ofSeconds(10),
                            WorkRules.DEFAULT_RETENTION)));
        }
        engine = Engine.start(store, sources, handlers, InstantSource.system(), EngineListener.SILENT);
    }

    final AcceptOutcome send(SourceName source, String id) {
        return send(source, id, "sms.message.updated");
    }

    final AcceptOutcome send(SourceName source, String id, String type) {
        return sendBody(source, id, "{\"id\":\"" + id + "\",\"type\":\"" + type + "\"}");
    }

    final AcceptOutcome sendBody(SourceName source, String id, String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        Headers headers = Signer.of(Providers.YCLOUD, List.of(SECRET)).sign(id, Instant.now(), "POST", "", body);
        return engine.inbox().accept(engine.source(source.value()).orElseThrow(), SignedRequest.post(headers, body));
    }

    static EventRef accepted(AcceptOutcome outcome) {
        assertThat(outcome).isInstanceOf(AcceptOutcome.Accepted.class);
        return ((AcceptOutcome.Accepted) outcome).ref();
    }

    final EventLog.Detail detail(EventRef ref) {
        return engine.log().find(ref).orElseThrow();
    }

    final EventState state(EventRef ref) {
        return detail(ref).summary().state();
    }

    static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    static EventHandler.Outcome done() {
        return new EventHandler.Processed("done");
    }
}
