package dev.surehook.benchmarks;

import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * What a series is compared with.
 *
 * @param heading of the ratio's column
 * @param isFor whether the second series is the baseline of the first
 */
record Baseline(String heading, BiPredicate<Series, Series> isFor) {

    /** The contender of the given kind on the same store. */
    static Baseline kind(String kind) {
        return new Baseline(
                "× " + kind,
                (series, other) ->
                        other.receiver().label().equals(contender(series).onSameStore(kind)));
    }

    Optional<Series> find(Series series, List<Series> all) {
        return all.stream().filter(other -> isFor.test(series, other)).findFirst();
    }

    private static Contender contender(Series series) {
        return series.receiver().contender();
    }
}
