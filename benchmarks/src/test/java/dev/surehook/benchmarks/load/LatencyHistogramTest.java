package dev.surehook.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {

    @Test
    void percentilesOfAnEvenSpreadAreAtMostTwoPercentAboveTheTruth() {
        LatencyHistogram histogram = new LatencyHistogram();
        for (long micros = 1; micros <= 100_000; micros++) {
            histogram.record(micros * 1_000);
        }
        for (double percent : new double[] {1, 50, 90, 99, 99.9}) {
            double exact = percent * 1_000 * 1_000;
            assertThat((double) histogram.percentile(percent).toNanos()).isBetween(exact, exact * 1.02);
        }
        assertThat(histogram.max()).isEqualTo(Duration.ofMillis(100));
        assertThat(histogram.percentile(100)).isEqualTo(histogram.max());
        assertThat(histogram.total()).isEqualTo(100_000);
    }

    @Test
    void takesTheSmallestAndTheLargestValues() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.record(0);
        histogram.record(Long.MAX_VALUE);
        assertThat(histogram.percentile(50)).isZero();
        assertThat(histogram.percentile(100)).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    }

    @Test
    void isZeroWhenNothingWasRecorded() {
        assertThat(new LatencyHistogram().percentile(99)).isZero();
    }
}
