package dev.surehook.benchmarks.handled;

import dev.surehook.benchmarks.Report;

/** One thing that is measured. */
interface Mode {

    void run(Bench bench, Report report) throws Exception;

    /** @throws IllegalArgumentException when there is no such mode */
    static Mode named(String name) {
        return switch (name) {
            case "rate" -> new RateMode();
            case "latency" -> new LatencyMode();
            case "backlog" -> new BacklogMode();
            default -> throw new IllegalArgumentException("unknown mode " + name + "; known: rate, latency, backlog");
        };
    }
}
