package dev.surehook.engine;

import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.work.Finish;
import java.time.Duration;

/**
 * Hears what the engine does, for metrics and logs. Called on the engine's own threads: must be quick, must not block
 * and must not throw. It never gets a payload or a secret.
 */
public interface EngineListener {
    EngineListener SILENT = new EngineListener() {};

    /** A request got its outcome. */
    default void answered(SourceName source, AcceptOutcome outcome, Duration took) {}

    /** An event was stored, and nothing works it off, for this reason. */
    default void ignored(SourceName source, String type, String reason) {}

    /** An event was stored whose lane has an order, and it has none of the values that this goes by. */
    default void unordered(LaneKey lane, String type) {}

    /** Events were committed together. */
    default void committed(int events, Duration took) {}

    /** The store stopped taking events. */
    default void storeLost(String why) {}

    /** The store takes events again. */
    default void storeBack(Duration outage) {}

    /** An attempt ended and is on record. */
    default void attempted(EventRef event, Finish finish) {}

    /** An attempt ended after its lease was lost; what it says was not recorded. */
    default void leaseLost(EventRef event, Finish finish) {}

    /** Old events were deleted. */
    default void purged(SourceName source, int events) {}

    /** Background work failed and will be tried again. */
    default void troubled(String what, Throwable cause) {}
}
