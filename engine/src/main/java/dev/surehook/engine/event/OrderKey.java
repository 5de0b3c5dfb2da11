package dev.surehook.engine.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What events have in common that are handled in order: a hash of the text, so that its size does not depend on it and no
 * personal data lies in a work table. Two texts with one hash would be put in one order, which harms nothing.
 */
public final class OrderKey implements Comparable<OrderKey> {
    /** Bytes in a key. */
    public static final int LENGTH = 16;

    private final byte[] hash;

    private OrderKey(byte[] hash) {
        this.hash = hash;
    }

    public static OrderKey of(String text) {
        return new OrderKey(Arrays.copyOf(EventKey.digest(text.getBytes(StandardCharsets.UTF_8)), LENGTH));
    }

    /** A key as {@link #bytes()} gave it. */
    public static OrderKey fromBytes(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("an order key has " + LENGTH + " bytes, not " + bytes.length);
        }
        return new OrderKey(bytes.clone());
    }

    public byte[] bytes() {
        return hash.clone();
    }

    @Override
    public int compareTo(OrderKey other) {
        return Arrays.compareUnsigned(hash, other.hash);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OrderKey key && Arrays.equals(hash, key.hash);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(hash);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(hash);
    }
}
