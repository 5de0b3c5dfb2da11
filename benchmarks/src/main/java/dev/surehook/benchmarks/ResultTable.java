package dev.surehook.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Series as a table in Markdown: medians, with least and greatest in brackets. */
record ResultTable(List<Baseline> baselines) {

    String render(List<Series> all) {
        String ratios = baselines.stream().map(b -> " " + b.heading() + " |").collect(Collectors.joining());
        String head = "| receiver | accepted/s | p50 ms | p90 ms | p99 ms | p99.9 ms | max ms | failures"
                + " | receiver CPU µs/event | first event after s |" + ratios + "\n|---|"
                + "---:|".repeat(9 + baselines.size()) + "\n";
        return head + all.stream().map(series -> row(series, all)).collect(Collectors.joining());
    }

    private String row(Series series, List<Series> all) {
        String ratios = baselines.stream()
                .map(baseline -> " " + ratio(baseline, series, all) + " |")
                .collect(Collectors.joining());
        return "| " + series.receiver().label()
                + " | " + bracketed("%.0f", series.of(Sample::rate))
                + " | " + latency(series, 50)
                + " | " + latency(series, 90)
                + " | " + bracketed("%.1f", series.of(sample -> sample.latency(99)))
                + " | " + latency(series, 99.9)
                + " | " + latency(series, 100)
                + " | " + series.failures()
                + " | "
                + number("%.0f", series.of(Sample::processorMicrosPerRequest).median())
                + " | " + number("%.1f", series.receiver().startup().toMillis() / 1000.0)
                + " |" + ratios + "\n";
    }

    private static String ratio(Baseline baseline, Series series, List<Series> all) {
        return baseline.find(series, all)
                .map(other -> bracketed("%.2f", series.ratioTo(other)))
                .orElse("–");
    }

    private static String latency(Series series, double percent) {
        return number("%.1f", series.of(sample -> sample.latency(percent)).median());
    }

    private static String bracketed(String format, Spread spread) {
        return number(format, spread.median()) + " (" + number(format, spread.min()) + "–"
                + number(format, spread.max()) + ")";
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
