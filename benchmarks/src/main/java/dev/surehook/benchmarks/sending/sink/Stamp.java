package dev.surehook.benchmarks.sending.sink;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** The time of publishing at the beginning of a body, by the clock that all processes of a machine share. */
public final class Stamp {
    /** A body begins with it, and digits follow. */
    public static final String FIELD = "{\"at\":";

    private static final byte[] BYTES = FIELD.getBytes(StandardCharsets.US_ASCII);
    private static final long NANOS = 1_000_000_000L;

    private Stamp() {}

    /** Nanoseconds since 1970. */
    public static long of(Instant time) {
        return time.getEpochSecond() * NANOS + time.getNano();
    }

    /** What the body in {@code bytes} from {@code at} on says; 0 when it says nothing. */
    static long read(byte[] bytes, int at, int end) {
        if (end - at < BYTES.length) {
            return 0;
        }
        for (int i = 0; i < BYTES.length; i++) {
            if (bytes[at + i] != BYTES[i]) {
                return 0;
            }
        }
        long value = 0;
        for (int i = at + BYTES.length; i < end && bytes[i] >= '0' && bytes[i] <= '9'; i++) {
            value = value * 10 + bytes[i] - '0';
        }
        return value;
    }
}
