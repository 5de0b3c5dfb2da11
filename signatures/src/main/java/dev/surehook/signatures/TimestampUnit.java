package dev.surehook.signatures;

import java.time.Duration;
import java.time.Instant;

/** What a signed timestamp counts since 1970-01-01T00:00:00Z. */
public enum TimestampUnit {
    /** 1 to 12 digits. */
    SECONDS(1, 12),
    /** 12 to 15 digits: anything shorter is a count of seconds, or lies before 1973. */
    MILLIS(12, 15);

    /** A tenth of what milliseconds can count, so that sums stay in range: some 29 million years. */
    private static final long MOST_SECONDS = Long.MAX_VALUE / 10_000;

    private final int leastDigits;
    private final int mostDigits;

    TimestampUnit(int leastDigits, int mostDigits) {
        this.leastDigits = leastDigits;
        this.mostDigits = mostDigits;
    }

    boolean allowsDigits(int count) {
        return count >= leastDigits && count <= mostDigits;
    }

    Instant instant(long count) {
        return this == SECONDS ? Instant.ofEpochSecond(count) : Instant.ofEpochMilli(count);
    }

    /**
     * How many whole units a receiver's clock is past a count; negative when it is before. Whole units, so that a
     * tolerance of 300 s takes 300 and refuses 301.
     */
    long unitsSince(long count, Instant now) {
        // No overflow: 15 digits lie far below, and clocks outside of what milliseconds can count are cut to it.
        return this == SECONDS ? now.getEpochSecond() - count : millis(now.getEpochSecond(), now.getNano()) - count;
    }

    Duration duration(long units) {
        return this == SECONDS ? Duration.ofSeconds(units) : Duration.ofMillis(units);
    }

    /** A tolerance in whole units, as far as a number can hold it. */
    long units(Duration tolerance) {
        return this == SECONDS ? tolerance.getSeconds() : millis(tolerance.getSeconds(), tolerance.getNano());
    }

    private static long millis(long seconds, int nanos) {
        return Math.max(-MOST_SECONDS, Math.min(MOST_SECONDS, seconds)) * 1000 + nanos / 1_000_000;
    }

    /**
     * The text of an instant.
     *
     * @throws IllegalArgumentException if this unit's number of digits cannot hold it
     */
    String text(Instant instant) {
        String text = this == SECONDS
                ? Long.toString(instant.getEpochSecond())
                : Long.toString(millis(instant.getEpochSecond(), instant.getNano()));
        if (instant.getEpochSecond() < 0 || !allowsDigits(text.length())) {
            throw new IllegalArgumentException("timestamp " + instant + " cannot be signed; give the current time");
        }
        return text;
    }
}
