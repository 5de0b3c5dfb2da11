package dev.surehook.benchmarks.sending;

import java.time.Duration;

/**
 * One run of one contender.
 *
 * @param took from switching on to the last 2xx on record
 * @param processorTime of its process meanwhile
 */
record Sample(int deliveries, Duration took, Duration processorTime) {

    /** Deliveries per second. */
    double rate() {
        return deliveries * 1e9 / took.toNanos();
    }

    double processorMicros() {
        return processorTime.toNanos() / 1e3 / deliveries;
    }
}
