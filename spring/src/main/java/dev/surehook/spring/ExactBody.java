package dev.surehook.spring;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A body's bytes as the provider sent them, which a log does not get to see by accident. Immutable. */
public final class ExactBody {
    private final byte[] bytes;

    ExactBody(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A copy. */
    public byte[] bytes() {
        return bytes.clone();
    }

    public int length() {
        return bytes.length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ExactBody that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
