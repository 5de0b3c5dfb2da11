package dev.surehook.benchmarks.sending;

/** Milliseconds. */
record Latencies(long count, double median, double p99, double greatest) {
    private static final double NANOS = 1e6;

    /** Reads what the sink writes. */
    static Latencies parse(String line) {
        String[] values = line.split(" ", 4);
        return new Latencies(
                Long.parseLong(values[0]),
                Long.parseLong(values[1]) / NANOS,
                Long.parseLong(values[2]) / NANOS,
                Long.parseLong(values[3]) / NANOS);
    }
}
