package dev.surehook.benchmarks;

import dev.surehook.benchmarks.load.LoadResult;
import java.time.Duration;

/**
 * One run against one receiver.
 *
 * @param result what the client saw
 * @param processorTime used by the receiver's processes meanwhile, the client's warm-up included; not a database server's
 */
record Sample(LoadResult result, Duration processorTime) {

    double rate() {
        return result.acceptedPerSecond();
    }

    /** Milliseconds. */
    double latency(double percent) {
        return result.latency().percentile(percent).toNanos() / 1e6;
    }

    double processorMicrosPerRequest() {
        return processorTime.toNanos() / 1e3 / Math.max(1, result.acknowledged());
    }
}
