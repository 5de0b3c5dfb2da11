package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.Report;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** How long an event takes, in an idle system, from being published to the receipt of its first request. */
final class LatencyMode implements Mode {

    @Override
    public void run(Bench bench, Report report) throws IOException {
        SendingSettings settings = bench.settings();
        List<ContenderProcess> contenders = new ArrayList<>();
        for (String name : settings.contenders()) {
            ContenderProcess contender = bench.start(name);
            contenders.add(contender);
            contender.warmUp(settings.warmup());
        }
        List<Series<Latencies>> found =
                Series.of(settings.rounds(), contenders, contender -> contender.singles(settings.singles()));
        report.table(
                "From publishing to the receiver, in an idle system",
                how(settings) + "\n\n| contender | median | p99 | greatest |\n|---|---:|---:|---:|\n"
                        + found.stream().map(LatencyMode::row).collect(Collectors.joining()));
    }

    static String how(SendingSettings settings) {
        return ("%,d events a round, one after the other, %d rounds, warm-up %d s. Milliseconds: medians over the rounds"
                        + " (least–greatest).")
                .formatted(
                        settings.singles(), settings.rounds(), settings.warmup().toSeconds());
    }

    static String row(Series<Latencies> series) {
        return "| " + series.label()
                + " | " + Series.bracketed("%.2f", series.spread(Latencies::median))
                + " | " + Series.bracketed("%.2f", series.spread(Latencies::p99))
                + " | " + Series.bracketed("%.2f", series.spread(Latencies::greatest)) + " |\n";
    }
}
