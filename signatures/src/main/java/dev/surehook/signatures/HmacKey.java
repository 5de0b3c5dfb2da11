package dev.surehook.signatures;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A shared key, prepared once. A use takes the spare object that the use before left behind, and where several run at the
 * same time a clone of a keyed prototype that is never changed again: no lock, and nothing kept per thread.
 */
final class HmacKey implements SigningKey {
    private final String algorithm;
    private final SecretKeySpec key;

    /** Null where the security provider's implementation cannot be cloned. */
    private final @Nullable Mac prototype;

    /** Ready for the next use; null while somebody works on it. */
    private final AtomicReference<@Nullable Mac> spare = new AtomicReference<>();

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
        Mac kept = spare.getAndSet(null);
        Mac mac = kept == null ? keyed() : kept;
        for (byte[] chunk : chunks) {
            mac.update(chunk);
        }
        byte[] code = mac.doFinal();
        // Its end has made it as it was after it got its key.
        spare.set(mac);
        return code;
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
