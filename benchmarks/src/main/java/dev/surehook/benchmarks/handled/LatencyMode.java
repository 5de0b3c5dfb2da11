package dev.surehook.benchmarks.handled;

import dev.surehook.benchmarks.Report;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** How long Surehook takes, in an idle system, from an event's arrival to the start of its handler. */
final class LatencyMode implements Mode {

    @Override
    public void run(Bench bench, Report report) throws IOException {
        HandledSettings settings = bench.settings();
        ContenderProcess surehook = bench.start("surehook");
        surehook.ask("warm", "w", settings.warmup().toSeconds());
        List<long[]> waits = Arrays.stream(
                        surehook.ask("latency", "l", settings.singles()).split(" ", -1))
                .map(pair -> {
                    int colon = pair.indexOf(':');
                    return new long[] {
                        Long.parseLong(pair.substring(0, colon)), Long.parseLong(pair.substring(colon + 1))
                    };
                })
                .toList();
        report.table(
                "Latency in an idle system",
                "%,d events one after the other, warm-up %d s. Milliseconds.\n\n"
                                .formatted(settings.singles(), settings.warmup().toSeconds())
                        + "| from | to | median | p99 | greatest |\n|---|---|---:|---:|---:|\n"
                        + row("accept is called", "accept returns", waits, wait -> wait[1])
                        + row("accept is called", "the handler starts", waits, wait -> wait[0])
                        + row("accept returns", "the handler starts", waits, wait -> wait[0] - wait[1]));
    }

    private static String row(String from, String to, List<long[]> waits, ToLongFunction<long[]> value) {
        long[] sorted = waits.stream().mapToLong(value).sorted().toArray();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.2f | %.2f | %.2f |%n",
                from,
                to,
                sorted[sorted.length / 2] / 1e6,
                sorted[(int) Math.ceil(sorted.length * 0.99) - 1] / 1e6,
                sorted[sorted.length - 1] / 1e6);
    }
}
