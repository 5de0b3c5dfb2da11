package dev.surehook.engine.work;

import dev.surehook.engine.event.Event;

/** An event and the lease to work on it. */
public record Claimed(Lease lease, Event event) {}
