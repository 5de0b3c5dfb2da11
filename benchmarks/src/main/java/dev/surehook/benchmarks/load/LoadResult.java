package dev.surehook.benchmarks.load;

import java.time.Duration;
import java.util.Map;

/**
 * What the counted part of a run gave.
 *
 * @param accepted answers with status 204
 * @param acknowledged answers with status 204 in the whole run, warm-up included: so many events must be stored
 * @param otherAnswers answers with another status, by status
 * @param broken requests whose connection failed before the answer was complete
 * @param unfinished open loop only: requests that were due in the counted part and had no answer when the run was cut
 *     off; their age at that moment is part of {@code latency}
 * @param counted length of the counted part
 * @param latency of the accepted requests; from the scheduled time in an open loop, from sending in a closed one
 */
public record LoadResult(
        long accepted,
        long acknowledged,
        Map<Integer, Long> otherAnswers,
        long broken,
        long unfinished,
        Duration counted,
        LatencyHistogram latency) {

    public double acceptedPerSecond() {
        return accepted / (counted.toNanos() / 1e9);
    }

    public long failures() {
        return broken
                + unfinished
                + otherAnswers.values().stream().mapToLong(Long::longValue).sum();
    }
}
