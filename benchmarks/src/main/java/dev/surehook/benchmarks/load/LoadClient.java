package dev.surehook.benchmarks.load;

import dev.surehook.benchmarks.cli.Arguments;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/**
 * Sends signed events to a receiver on this machine. {@code --port N [--connections 64] [--seconds 6] [--warmup 2]
 * [--rate R] [--ids random|ordered]}; with {@code --rate} an open loop. The secret is taken from
 * {@code YCLOUD_WEBHOOK_SECRET}.
 */
public final class LoadClient {

    private LoadClient() {}

    /**
     * Runs {@code plan} on the calling thread.
     *
     * @throws IOException when the server cannot be connected to at the start
     */
    public static LoadResult run(LoadPlan plan) throws IOException {
        try (LoadRun run = new LoadRun(plan)) {
            return run.execute();
        }
    }

    public static void main(String[] args) throws IOException {
        Arguments arguments = Arguments.parse(args, Set.of("port", "connections", "seconds", "warmup", "rate", "ids"));
        LoadResult result = run(new LoadPlan(
                Integer.parseInt(arguments.required("port")),
                System.getenv().getOrDefault("YCLOUD_WEBHOOK_SECRET", ""),
                arguments.number("connections", 64),
                arguments.seconds("warmup", 2),
                arguments.seconds("seconds", 6),
                arguments.number("rate", 0),
                IdOrder.valueOf(arguments.text("ids", "random").toUpperCase(Locale.ROOT))));
        print(result);
    }

    private static void print(LoadResult result) {
        LatencyHistogram latency = result.latency();
        System.out.printf(
                Locale.ROOT,
                "%d accepted, %.0f/s; others %s, broken %d, unfinished %d%n"
                        + "ms: p50 %.2f  p90 %.2f  p99 %.2f  p99.9 %.2f  max %.2f%n",
                result.accepted(),
                result.acceptedPerSecond(),
                result.otherAnswers(),
                result.broken(),
                result.unfinished(),
                millis(latency.percentile(50)),
                millis(latency.percentile(90)),
                millis(latency.percentile(99)),
                millis(latency.percentile(99.9)),
                millis(latency.max()));
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
