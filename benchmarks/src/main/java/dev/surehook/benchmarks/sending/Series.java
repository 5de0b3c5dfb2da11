package dev.surehook.benchmarks.sending;

import dev.surehook.benchmarks.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What was found of one contender, once per round.
 *
 * @param <T> what is found
 */
record Series<T>(String label, List<T> found) {

    /** Finds something of a contender. */
    @FunctionalInterface
    interface Look<T> {
        T at(ContenderProcess contender) throws IOException;
    }

    /** Looks at all contenders in turn; each round starts with another one. */
    static <T> List<Series<T>> of(int rounds, List<ContenderProcess> contenders, Look<T> look) throws IOException {
        List<Series<T>> all = contenders.stream()
                .map(contender -> new Series<T>(contender.label(), new ArrayList<>()))
                .toList();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < all.size(); i++) {
                int turn = (round + i) % all.size();
                T found = look.at(contenders.get(turn));
                all.get(turn).found.add(found);
                System.out.println("round " + (round + 1) + " " + all.get(turn).label + ": " + found);
            }
        }
        return all;
    }

    Spread spread(ToDoubleFunction<T> value) {
        return Spread.of(found.stream().mapToDouble(value).toArray());
    }

    /** A value as a multiple of another series' value, round by round: the machine's drift between rounds cancels out. */
    Spread ratioTo(Series<T> other, ToDoubleFunction<T> value) {
        return Spread.of(IntStream.range(0, found.size())
                .mapToDouble(
                        round -> value.applyAsDouble(found.get(round)) / value.applyAsDouble(other.found.get(round)))
                .toArray());
    }

    static String bracketed(String format, Spread spread) {
        return number(format, spread.median()) + " (" + number(format, spread.min()) + "–"
                + number(format, spread.max()) + ")";
    }

    static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
