package dev.surehook.engine;

import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.Inbox;
import dev.surehook.engine.inbox.NewEvent;
import dev.surehook.engine.retention.Retention;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.work.Dispatcher;
import dev.surehook.engine.work.EventHandler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The running whole: an inbox that takes events, workers that bring them to handlers, and retention. Thread-safe. Does
 * not own the store: close the engine first, then the store.
 */
public final class Engine implements AutoCloseable {
    private final Store store;
    private final Map<String, Source> sources = new LinkedHashMap<>();
    private final Inbox inbox;
    private final Dispatcher dispatcher;
    private final Retention retention;

    private Engine(
            Store store,
            Collection<Source> sources,
            Map<SourceName, EventHandler> handlers,
            InstantSource clock,
            EngineListener listener) {
        this.store = store;
        sources.forEach(source -> this.sources.put(source.name().value(), source));
        this.dispatcher = new Dispatcher(store, sources, handlers, clock, listener);
        this.inbox = new Inbox(store, clock, listener, this::signalAll);
        this.retention = new Retention(store, sources, clock, listener);
    }

    /**
     * Starts working at once: events that an earlier process left behind are taken up without help.
     *
     * @param handlers for the sources whose events are to be worked off here
     */
    public static Engine start(
            Store store,
            Collection<Source> sources,
            Map<SourceName, EventHandler> handlers,
            InstantSource clock,
            EngineListener listener) {
        Engine engine = new Engine(store, sources, handlers, clock, new GuardedListener(listener));
        engine.dispatcher.start();
        engine.retention.start();
        return engine;
    }

    public Inbox inbox() {
        return inbox;
    }

    /** The source with this name; any text may be asked for. */
    public Optional<Source> source(String name) {
        return Optional.ofNullable(sources.get(name));
    }

    public List<Source> sources() {
        return List.copyOf(sources.values());
    }

    /** For looking; to replay use {@link #replay} so that work starts at once. */
    public EventLog log() {
        return store;
    }

    public EventLog.Replay replay(EventRef ref) {
        EventLog.Replay result = store.replay(ref);
        dispatcher.signalAll();
        return result;
    }

    public int replayAll(EventLog.Query query, int limit) {
        int replayed = store.replayAll(query, limit);
        dispatcher.signalAll();
        return replayed;
    }

    /** Attempts that run now on this node. */
    public int attemptsInFlight() {
        return dispatcher.inFlight();
    }

    private void signalAll(List<NewEvent> stored) {
        LaneKey last = null;
        for (NewEvent added : stored) {
            if (!added.lane().equals(last) && added.ignored().isEmpty()) {
                dispatcher.signal(added.lane());
                last = added.lane();
            }
        }
    }

    /** Takes no more events, commits those that wait, lets running attempts end for {@code grace}, and stops. */
    public void close(Duration grace) {
        inbox.close();
        retention.close();
        dispatcher.close(grace);
    }

    @Override
    public void close() {
        close(Duration.ofSeconds(15));
    }
}
