package dev.surehook.engine;

import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.work.Finish;
import java.time.Duration;

/**
 * Keeps what a listener throws from the threads that tell it: a request would get no answer, a slot would stay taken, a
 * thread that is the only one of its kind would end.
 */
record GuardedListener(EngineListener listener) implements EngineListener {
    @Override
    public void answered(SourceName source, AcceptOutcome outcome, Duration took) {
        tell(() -> listener.answered(source, outcome, took));
    }

    @Override
    public void ignored(SourceName source, String type, String reason) {
        tell(() -> listener.ignored(source, type, reason));
    }

    @Override
    public void unordered(LaneKey lane, String type) {
        tell(() -> listener.unordered(lane, type));
    }

    @Override
    public void committed(int events, Duration took) {
        tell(() -> listener.committed(events, took));
    }

    @Override
    public void storeLost(String why) {
        tell(() -> listener.storeLost(why));
    }

    @Override
    public void storeBack(Duration outage) {
        tell(() -> listener.storeBack(outage));
    }

    @Override
    public void attempted(EventRef event, Finish finish) {
        tell(() -> listener.attempted(event, finish));
    }

    @Override
    public void leaseLost(EventRef event, Finish finish) {
        tell(() -> listener.leaseLost(event, finish));
    }

    @Override
    public void purged(SourceName source, int events) {
        tell(() -> listener.purged(source, events));
    }

    @Override
    public void troubled(String what, Throwable cause) {
        try {
            listener.troubled(what, cause);
        } catch (RuntimeException | Error e) {
            // There is nobody left to tell.
        }
    }

    private void tell(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            troubled("telling a listener", e);
        }
    }
}
