package dev.surehook.spring.observe;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.work.Finish;
import java.time.Duration;
import java.util.List;

/** Tells several listeners. */
public record Listeners(List<EngineListener> all) implements EngineListener {
    public Listeners {
        all = List.copyOf(all);
    }

    @Override
    public void answered(SourceName source, AcceptOutcome outcome, Duration took) {
        all.forEach(listener -> listener.answered(source, outcome, took));
    }

    @Override
    public void committed(int events, Duration took) {
        all.forEach(listener -> listener.committed(events, took));
    }

    @Override
    public void storeLost(String why) {
        all.forEach(listener -> listener.storeLost(why));
    }

    @Override
    public void storeBack(Duration outage) {
        all.forEach(listener -> listener.storeBack(outage));
    }

    @Override
    public void attempted(EventRef event, Finish finish) {
        all.forEach(listener -> listener.attempted(event, finish));
    }

    @Override
    public void leaseLost(EventRef event, Finish finish) {
        all.forEach(listener -> listener.leaseLost(event, finish));
    }

    @Override
    public void purged(SourceName source, int events) {
        all.forEach(listener -> listener.purged(source, events));
    }

    @Override
    public void troubled(String what, Throwable cause) {
        all.forEach(listener -> listener.troubled(what, cause));
    }
}
