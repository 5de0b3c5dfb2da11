package dev.surehook.benchmarks;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The samples of one receiver, one per round. */
record Series(Receiver receiver, List<Sample> samples) {

    Spread of(ToDoubleFunction<Sample> value) {
        return Spread.of(samples.stream().mapToDouble(value).toArray());
    }

    /** Rates as multiples of the baseline's, round by round: the machine's drift between rounds cancels out. */
    Spread ratioTo(Series baseline) {
        return Spread.of(IntStream.range(0, samples.size())
                .mapToDouble(round -> samples.get(round).rate()
                        / baseline.samples().get(round).rate())
                .toArray());
    }

    long failures() {
        return samples.stream().mapToLong(sample -> sample.result().failures()).sum();
    }
}
