package dev.surehook.spring.observe;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.work.Finish;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Tells several listeners. */
public record Listeners(List<EngineListener> all) implements EngineListener {
    public Listeners {
        all = List.copyOf(all);
    }

    @Override
    public void answered(SourceName source, AcceptOutcome outcome, Duration took) {
        tell(listener -> listener.answered(source, outcome, took));
    }

    @Override
    public void ignored(SourceName source, String type, String reason) {
        tell(listener -> listener.ignored(source, type, reason));
    }

    @Override
    public void unordered(LaneKey lane, String type) {
        tell(listener -> listener.unordered(lane, type));
    }

    @Override
    public void committed(int events, Duration took) {
        tell(listener -> listener.committed(events, took));
    }

    @Override
    public void storeLost(String why) {
        tell(listener -> listener.storeLost(why));
    }

    @Override
    public void storeBack(Duration outage) {
        tell(listener -> listener.storeBack(outage));
    }

    @Override
    public void attempted(EventRef event, Finish finish) {
        tell(listener -> listener.attempted(event, finish));
    }

    @Override
    public void leaseLost(EventRef event, Finish finish) {
        tell(listener -> listener.leaseLost(event, finish));
    }

    @Override
    public void purged(SourceName source, int events) {
        tell(listener -> listener.purged(source, events));
    }

    @Override
    public void troubled(String what, Throwable cause) {
        tell(listener -> listener.troubled(what, cause));
    }

    /** Everybody, also when one throws; who that was is told to whoever told us. */
    private void tell(Consumer<EngineListener> call) {
        RuntimeException first = null;
        for (EngineListener listener : all) {
            try {
                call.accept(listener);
            } catch (RuntimeException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
