package dev.surehook.engine.profile;

import java.time.Duration;

/** Refuses numbers and durations that cannot be meant, in one line that says what there may be. */
final class Bounds {
    private Bounds() {}

    static void require(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + ": from " + least + " to " + most + ", not " + value);
        }
    }

    static void require(String what, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    what + ": from " + text(least) + " to " + text(most) + ", not " + text(value));
        }
    }

    /** In the largest unit that gives a whole number. */
    static String text(Duration duration) {
        if (duration.isZero()) {
            return "0 s";
        }
        long millis = duration.toMillis();
        if (millis % 86_400_000 == 0) {
            return millis / 86_400_000 + " d";
        }
        if (millis % 3_600_000 == 0) {
            return millis / 3_600_000 + " h";
        }
        if (millis % 60_000 == 0) {
            return millis / 60_000 + " min";
        }
        return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
    }
}
