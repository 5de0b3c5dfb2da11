package dev.surehook.signatures;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A shared key, prepared once. Every use works on a clone of a keyed prototype that is never changed again: no lock,
 * nothing kept per thread, and the key block is not hashed anew each time.
 */
final class HmacKey implements SigningKey {
    private final String algorithm;
    private final SecretKeySpec key;

    /** Null where the security provider's implementation cannot be cloned. */
    private final @Nullable Mac prototype;

    private HmacKey(String algorithm, SecretKeySpec key) {
        this.algorithm = algorithm;
        this.key = key;
        this.prototype = prototype();
    }

    static HmacKey of(String algorithm, byte[] key) {
        return new HmacKey(algorithm, new SecretKeySpec(key, algorithm));
    }

    @Override
    public boolean matchesAny(byte[][] chunks, List<byte[]> candidates) {
        byte[] expected = sign(chunks);
        boolean match = false;
        for (byte[] candidate : candidates) {
            match |= MessageDigest.isEqual(expected, candidate);
        }
        return match;
    }

    @Override
    public byte[] sign(byte[][] chunks) {
        Mac mac = keyed();
        for (byte[] chunk : chunks) {
            mac.update(chunk);
        }
        return mac.doFinal();
    }

    @Override
    public boolean canSign() {
        return true;
    }

    private Mac keyed() {
        if (prototype == null) {
            return initialised();
        }
        try {
            return (Mac) prototype.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("a Mac that was cloned before cannot be cloned any more", e);
        }
    }

    private @Nullable Mac prototype() {
        Mac mac = initialised();
        // An update of no bytes makes the JDK's implementation hash the key block now, for all clones.
        mac.update(new byte[0]);
        try {
            Object ignored = mac.clone();
            return mac;
        } catch (CloneNotSupportedException notCloneable) {
            return null;
        }
    }

    private Mac initialised() {
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(algorithm + " is not available in this Java runtime", e);
        }
    }
}
