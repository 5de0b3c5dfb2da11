package dev.surehook.benchmarks.handled;

import dev.surehook.benchmarks.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Series as a table in Markdown. The ratio to Surehook is of the rates from the first call of a handler on, which leaves
 * out how long a product takes to notice that it was switched on; with submission included it is of the whole.
 */
record RateTable(boolean submitted) {
    private static final String SUREHOOK = "surehook";

    String render(List<Series> all) {
        String head = "| contender | items/s | items/s from the first handler on | Surehook ÷ this | CPU µs/item"
                + " | writing transactions/item | repeated calls |\n|---|---:|---:|---:|---:|---:|---:|\n";
        Optional<Series> surehook = all.stream()
                .filter(series -> series.contender().name().equals(SUREHOOK))
                .findFirst();
        return head + all.stream().map(series -> row(series, surehook)).collect(Collectors.joining());
    }

    private String row(Series series, Optional<Series> surehook) {
        ToDoubleFunction<Sample> compared = submitted
                ? sample -> sample.run().rate()
                : sample -> sample.run().rateOfHandling();
        return "| " + series.contender().label()
                + " | " + bracketed("%.0f", series.of(sample -> sample.run().rate()))
                + " | " + bracketed("%.0f", series.of(sample -> sample.run().rateOfHandling()))
                + " | "
                + surehook.map(ours -> bracketed("%.2f", ours.ratioTo(series, compared)))
                        .orElse("–")
                + " | "
                + number("%.0f", series.of(Sample::processorMicrosPerItem).median())
                + " | "
                + number(
                        "%.2f",
                        series.of(sample ->
                                        (double) sample.writes() / sample.run().items())
                                .median())
                + " | " + series.repeats() + " |\n";
    }

    static String bracketed(String format, Spread spread) {
        return number(format, spread.median()) + " (" + number(format, spread.min()) + "–"
                + number(format, spread.max()) + ")";
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
