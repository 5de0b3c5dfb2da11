package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.Report;
import java.io.IOException;
import java.util.List;

/** The rate of one node beside that of another of the same kind, which something distinguishes. */
final class PairedRates {
    private PairedRates() {}

    /** Both are warm. The ratio is of the second to the first. */
    static void report(
            Bench bench, Report report, String title, ContenderProcess plain, ContenderProcess other, String difference)
            throws IOException {
        SendingSettings settings = bench.settings();
        List<Series<Sample>> found =
                Series.of(settings.rounds(), List.of(plain, other), contender -> contender.rate(settings.events()));
        Series<Sample> ofPlain = found.get(0);
        Series<Sample> ofOther = found.get(1);
        report.table(
                title,
                settings.how() + " " + difference
                        + "\n\n| node | deliveries/s | ÷ the first | CPU µs/delivery |\n|---|---:|---:|---:|\n"
                        + row(ofPlain, ofPlain)
                        + row(ofOther, ofPlain));
    }

    private static String row(Series<Sample> series, Series<Sample> plain) {
        return "| " + series.label()
                + " | " + Series.bracketed("%.0f", series.spread(Sample::rate))
                + " | " + Series.bracketed("%.2f", series.ratioTo(plain, Sample::rate))
                + " | "
                + Series.number("%.0f", series.spread(Sample::processorMicros).median()) + " |\n";
    }
}
