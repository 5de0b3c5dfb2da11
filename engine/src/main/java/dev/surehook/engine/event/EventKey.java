package dev.surehook.engine.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The deduplication key: SHA-256 over the source's name and the event's id. Its size does not depend on the id, so an
 * id of any length costs the same, and two ids that share a long beginning are told apart.
 */
public final class EventKey implements Comparable<EventKey> {
    /** Bytes in a key. */
    public static final int LENGTH = 32;

    private static final MessageDigest SHA_256 = sha256();

    private final byte[] hash;

    private EventKey(byte[] hash) {
        this.hash = hash;
    }

    /** The key of event {@code eventId} of {@code source}. */
    public static EventKey of(SourceName source, String eventId) {
        // A source name cannot hold a NUL, so no two pairs give the same input.
        return new EventKey(digest((source.value() + '\0' + eventId).getBytes(StandardCharsets.UTF_8)));
    }

    /** A key as {@link #bytes()} gave it. */
    public static EventKey fromBytes(byte[] bytes) {
        if (bytes.length != LENGTH) {
            throw new IllegalArgumentException("an event key has " + LENGTH + " bytes, not " + bytes.length);
        }
        return new EventKey(bytes.clone());
    }

    /** The lowest key that {@code ref} may stand for. */
    public static EventKey lowest(EventRef ref) {
        return bound(ref, (byte) 0);
    }

    /** The highest key that {@code ref} may stand for. */
    public static EventKey highest(EventRef ref) {
        return bound(ref, (byte) 0xff);
    }

    private static EventKey bound(EventRef ref, byte rest) {
        byte[] bytes = new byte[LENGTH];
        Arrays.fill(bytes, rest);
        ByteBuffer.wrap(bytes).putLong(ref.high()).putLong(ref.low());
        return new EventKey(bytes);
    }

    /** SHA-256 of {@code bytes}. */
    public static byte[] digest(byte[] bytes) {
        try {
            return ((MessageDigest) SHA_256.clone()).digest(bytes);
        } catch (CloneNotSupportedException e) {
            return sha256().digest(bytes);
        }
    }

    public byte[] bytes() {
        return hash.clone();
    }

    /** The first 64 bits, for in-memory tables. */
    public long high() {
        return ByteBuffer.wrap(hash).getLong(0);
    }

    /** The second 64 bits, for in-memory tables. */
    public long low() {
        return ByteBuffer.wrap(hash).getLong(8);
    }

    /** The public name of the event, derived from the key, so it is the same on every node and after a reinstall. */
    public EventRef ref() {
        return EventRef.of(high(), low());
    }

    @Override
    public int compareTo(EventKey other) {
        return Arrays.compareUnsigned(hash, other.hash);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EventKey key && Arrays.equals(hash, key.hash);
    }

    @Override
    public int hashCode() {
        return (int) high();
    }

    @Override
    public String toString() {
        return ref().toString();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
