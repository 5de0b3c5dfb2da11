package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.Report;
import java.util.List;

/** One thing that is measured. */
interface Mode {
    List<String> NAMES = List.of("rate", "latency", "isolation", "parked", "endpoints", "statements");

    void run(Bench bench, Report report) throws Exception;

    /** Settings of PostgreSQL that it needs beside the usual ones. */
    default List<String> postgresSettings() {
        return List.of();
    }

    /** @throws IllegalArgumentException when there is no such mode */
    static Mode named(String name) {
        return switch (name) {
            case "rate" -> new RateMode();
            case "latency" -> new LatencyMode();
            case "isolation" -> new IsolationMode();
            case "parked" -> new ParkedMode();
            case "endpoints" -> new EndpointsMode();
            case "statements" -> new StatementsMode();
            default -> throw new IllegalArgumentException("unknown mode " + name + "; known: " + NAMES);
        };
    }
}
