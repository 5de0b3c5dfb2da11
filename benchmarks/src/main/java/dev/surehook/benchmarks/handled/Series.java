package dev.surehook.benchmarks.handled;

import dev.surehook.benchmarks.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The samples of one contender, one per round. */
record Series(ContenderProcess contender, List<Sample> samples) {

    Spread of(ToDoubleFunction<Sample> value) {
        return Spread.of(samples.stream().mapToDouble(value).toArray());
    }

    /** A value as a multiple of another series' value, round by round: the machine's drift between rounds cancels out. */
    Spread ratioTo(Series other, ToDoubleFunction<Sample> value) {
        return Spread.of(IntStream.range(0, samples.size())
                .mapToDouble(round -> value.applyAsDouble(samples.get(round))
                        / value.applyAsDouble(other.samples().get(round)))
                .toArray());
    }

    /** Handler calls that were not needed. */
    long repeats() {
        return samples.stream()
                .mapToLong(sample -> sample.run().calls() - sample.run().items())
                .sum();
    }
}
