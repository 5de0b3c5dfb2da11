package dev.surehook.spring;

import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * One run of a handler as it is observed: from where its transaction has begun until that has ended. Of an attempt that
 * never began there is none. For one thread.
 */
final class HandlerRun {
    private final Observation observation;
    private Observation.@Nullable Scope scope;

    HandlerRun(Observation observation) {
        this.observation = observation;
    }

    void begin() {
        observation.start();
        scope = observation.openScope();
    }

    /** It ended with this. */
    void failed(Exception failure) {
        if (scope != null) {
            observation.error(failure);
        }
    }

    void end() {
        Observation.Scope open = scope;
        if (open != null) {
            open.close();
            observation.stop();
        }
    }
}
