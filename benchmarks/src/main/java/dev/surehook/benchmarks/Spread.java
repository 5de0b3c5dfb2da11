package dev.surehook.benchmarks;

import java.util.Arrays;

/** Median, least and greatest of a few values. */
public record Spread(double median, double min, double max) {

    public static Spread of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return new Spread((sorted[(n - 1) / 2] + sorted[n / 2]) / 2, sorted[0], sorted[n - 1]);
    }
}
