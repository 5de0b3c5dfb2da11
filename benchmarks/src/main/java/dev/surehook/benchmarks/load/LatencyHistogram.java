package dev.surehook.benchmarks.load;

import java.time.Duration;

/**
 * Counts durations in buckets whose width is 1/64 of a power of two, so a percentile is at most 1.6 % above the truth.
 * Not thread-safe.
 */
public final class LatencyHistogram {

    private static final int SUB_BITS = 6;
    private static final int SUB_BUCKETS = 1 << SUB_BITS;

    private final long[] counts = new long[(Long.SIZE - SUB_BITS + 1) * SUB_BUCKETS];
    private long total;
    private long max;

    public void record(long nanos) {
        long value = Math.max(0, nanos);
        counts[bucketOf(value)]++;
        total++;
        max = Math.max(max, value);
    }

    public long total() {
        return total;
    }

    public Duration max() {
        return Duration.ofNanos(max);
    }

    /** The smallest recorded bound that {@code percent} of the values do not exceed; zero when nothing was recorded. */
    public Duration percentile(double percent) {
        long rank = (long) Math.ceil(total * percent / 100);
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= rank && seen > 0) {
                return Duration.ofNanos(Math.min(max, upperBound(bucket)));
            }
        }
        return Duration.ZERO;
    }

    private static int bucketOf(long value) {
        int shift = Math.max(0, Long.SIZE - 1 - Long.numberOfLeadingZeros(value | 1) - SUB_BITS);
        return shift * SUB_BUCKETS + (int) (value >>> shift);
    }

    private static long upperBound(int bucket) {
        int shift = Math.max(0, bucket / SUB_BUCKETS - 1);
        long sub = bucket - (long) shift * SUB_BUCKETS;
        return ((sub + 1) << shift) - 1;
    }
}
