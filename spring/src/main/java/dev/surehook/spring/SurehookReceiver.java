package dev.surehook.spring;

import dev.surehook.engine.Engine;
import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.store.host.HostStore;
import dev.surehook.engine.work.EventHandler;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.spring.ingest.Intake;
import dev.surehook.spring.observe.StoreWatch;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The engine inside an application. Starts after all beans are there and before the web server takes requests; stops
 * after it has stopped taking them.
 */
public final class SurehookReceiver implements SmartLifecycle, Intake {
    private static final Logger LOG = LoggerFactory.getLogger("surehook");

    /** Before the web servers of both Spring Boot generations, which start at the last phase less 2,048 or later. */
    static final int PHASE = Integer.MAX_VALUE - 4_096;

    private final Supplier<Parts> parts;
    private final EngineListener listener;
    private final Duration grace;
    private final Shutdown shutdown;
    private final Runnable look;
    private volatile @Nullable Running running;

    /** What the engine is made of once the application's beans are there. */
    record Parts(HostStore store, Map<Source, EventHandler> sources, HandlerMethods methods) {}

    private record Running(HostStore store, Engine engine, StoreWatch watch) {}

    /** @param look done with each look at the store */
    SurehookReceiver(Supplier<Parts> parts, EngineListener listener, Duration grace, Shutdown shutdown, Runnable look) {
        this.parts = parts;
        this.listener = listener;
        this.grace = grace;
        this.shutdown = shutdown;
        this.look = look;
        shutdown.covers(this::end);
    }

    @Override
    public void start() {
        Parts made = parts.get();
        made.store().warning().ifPresent(LOG::warn);
        Map<SourceName, EventHandler> handlers = new LinkedHashMap<>();
        made.sources().forEach((source, handler) -> {
            handlers.put(source.name(), handler);
            source.verifier().warnings().forEach(warning -> LOG.warn("source {}: {}", source.name(), warning));
        });
        LOG.info("handles {}", described(made));
        InstantSource clock = InstantSource.system();
        Engine engine = Engine.start(made.store(), made.sources().keySet(), handlers, clock, listener);
        running =
                new Running(made.store(), engine, StoreWatch.start(made.store(), clock, (backlog, log) -> look.run()));
    }

    /** Of each source, which types go to which method. */
    private static String described(Parts made) {
        return made.sources().isEmpty()
                ? "nothing: no source is configured"
                : made.sources().keySet().stream()
                        .map(source -> "source " + source.name() + ": "
                                + made.methods().described(source.name().value()))
                        .collect(Collectors.joining("; "));
    }

    @Override
    public void stop() {
        shutdown.run();
    }

    private synchronized void end() {
        Running stopping = running;
        running = null;
        if (stopping != null) {
            stopping.watch().close();
            stopping.engine().close(grace);
            stopping.store().close();
        }
    }

    @Override
    public boolean isRunning() {
        return running != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /** The engine; for looking at events and steering them. */
    public Engine engine() {
        return required().engine();
    }

    /** What waits, as of the last look at the store. */
    public StoreWatch watch() {
        return required().watch();
    }

    /** Hears what happens before a request reaches the engine, too. */
    EngineListener listener() {
        return listener;
    }

    /** {@code postgresql}, {@code mariadb}, {@code sqlite} or {@code h2}. */
    public String database() {
        return required().store().kind();
    }

    private Running required() {
        Running now = running;
        if (now == null) {
            throw new IllegalStateException("Surehook is not running: the application is starting or stopping");
        }
        return now;
    }

    @Override
    public Optional<Source> source(String name) {
        Running now = running;
        return now == null ? Optional.empty() : now.engine().source(name);
    }

    @Override
    public AcceptOutcome accept(Source source, SignedRequest request) {
        Running now = running;
        return now == null
                ? new AcceptOutcome.Unavailable("the application is stopping")
                : now.engine().inbox().accept(source, request);
    }
}
