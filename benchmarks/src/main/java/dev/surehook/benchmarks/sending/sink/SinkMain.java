package dev.surehook.benchmarks.sending.sink;

import dev.surehook.benchmarks.Control;
import dev.surehook.benchmarks.cli.Arguments;
import dev.surehook.benchmarks.load.LatencyHistogram;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The process of the sink: {@code --ports COUNT --control PORT}. Its first line has its ports, with commas, and after a
 * blank the one that never answers. Then:
 *
 * <pre>
 * count        requests answered since the start
 * latencies    count, median, 99th percentile and greatest in nanoseconds, of what came since the last such question
 * </pre>
 */
public final class SinkMain {

    private SinkMain() {}

    public static void main(String[] args) throws Exception {
        Arguments arguments = Arguments.parse(args, Set.of("ports", "control"));
        try (Sink sink = Sink.start(arguments.number("ports", 1))) {
            String ports = sink.ports().stream().map(String::valueOf).collect(Collectors.joining(","));
            Control.serve(
                    Integer.parseInt(arguments.required("control")),
                    ports + " " + sink.silentPort(),
                    line -> answer(sink, line));
        }
    }

    private static String answer(Sink sink, String line) {
        return switch (line) {
            case "count" -> Long.toString(sink.requests());
            case "latencies" -> latencies(sink.receipts().takeLatencies());
            default -> throw new IllegalArgumentException("unknown command " + line);
        };
    }

    private static String latencies(LatencyHistogram found) {
        return found.total() + " " + found.percentile(50).toNanos() + " "
                + found.percentile(99).toNanos() + " " + found.max().toNanos();
    }
}
