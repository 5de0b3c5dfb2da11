package dev.surehook.benchmarks.handled;

import dev.surehook.benchmarks.handled.contender.Run;
import java.time.Duration;

/**
 * One run of one contender, seen from outside.
 *
 * @param run what it measured
 * @param processorTime of its process meanwhile, storing a backlog included
 * @param writes transactions that wrote meanwhile, likewise
 */
record Sample(Run run, Duration processorTime, long writes) {

    double processorMicrosPerItem() {
        return processorTime.toNanos() / 1e3 / run.items();
    }
}
