package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.sending.contender.Contenders;
import java.util.List;
import java.util.stream.Collectors;

/** Rates as a table in Markdown. */
final class RateTable {
    private static final String HEAD = """
            | contender | deliveries/s | this ÷ db-scheduler | this ÷ bare client | CPU µs/delivery |
            |---|---:|---:|---:|---:|
            """;

    private RateTable() {}

    static String render(List<Series<Sample>> all) {
        return HEAD + all.stream().map(series -> row(series, all)).collect(Collectors.joining());
    }

    private static String row(Series<Sample> series, List<Series<Sample>> all) {
        return "| " + series.label()
                + " | " + Series.bracketed("%.0f", series.spread(Sample::rate))
                + " | " + ratio(series, Contenders.DB_SCHEDULER, all)
                + " | " + ratio(series, Contenders.BARE, all)
                + " | "
                + Series.number("%.0f", series.spread(Sample::processorMicros).median()) + " |\n";
    }

    private static String ratio(Series<Sample> series, String other, List<Series<Sample>> all) {
        return all.stream()
                .filter(candidate -> candidate.label().equals(other))
                .findFirst()
                .map(found -> Series.bracketed("%.2f", series.ratioTo(found, Sample::rate)))
                .orElse("–");
    }
}
