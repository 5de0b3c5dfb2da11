package dev.surehook.testkit.clock;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it. Thread-safe. */
public final class ManualClock implements InstantSource {
    private Instant now;

    public ManualClock(Instant start) {
        this.now = start;
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    /** Jumps to {@code instant}, backwards too. */
    public synchronized void set(Instant instant) {
        now = instant;
    }

    /** Moves on, or back where {@code step} is negative, and returns the new time. */
    public synchronized Instant advance(Duration step) {
        now = now.plus(step);
        return now;
    }

    @Override
    public String toString() {
        return "ManualClock[" + instant() + "]";
    }
}
