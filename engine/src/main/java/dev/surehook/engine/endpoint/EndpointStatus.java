package dev.surehook.engine.endpoint;

import java.util.Locale;

/** Whether an endpoint receives. That it is suspended for minutes is a matter of its lane and not said here. */
public enum EndpointStatus {
    ACTIVE,
    /** By the owner for a while: work waits and goes on by itself. */
    PAUSED,
    /** Switched off by the owner, or because it answered that it is gone: work is kept and not sent. */
    DISABLED,
    /** Switched off by the platform for frequent failures, until it is changed: as disabled. */
    PENDING;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
