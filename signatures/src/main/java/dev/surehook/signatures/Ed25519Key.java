package dev.surehook.signatures;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An Ed25519 key from its raw bytes (RFC 8032): a public key, or a pair that can sign as well. */
final class Ed25519Key implements SigningKey {
    private static final int HALF = 32;
    private static final String NAME = "Ed25519";

    private final PublicKey publicKey;
    private final @Nullable PrivateKey privateKey;

    private Ed25519Key(PublicKey publicKey, @Nullable PrivateKey privateKey) {
        this.publicKey = publicKey;
        this.privateKey = privateKey;
    }

    /** 32 bytes are a public key, 64 bytes the private seed and its public key. */
    static Ed25519Key of(byte[] raw) {
        if (raw.length != HALF && raw.length != 2 * HALF) {
            throw new IllegalArgumentException("is not an Ed25519 key; it must hold 32 bytes (public) or 64 (private)");
        }
        try {
            KeyFactory factory = KeyFactory.getInstance(NAME);
            PublicKey publicKey = publicKey(factory, Arrays.copyOfRange(raw, raw.length - HALF, raw.length));
            // Decodes the point now, so that a key that lies off the curve fails here and not at every request.
            Signature.getInstance(NAME).initVerify(publicKey);
            if (raw.length == HALF) {
                return new Ed25519Key(publicKey, null);
            }
            Ed25519Key pair = new Ed25519Key(
                    publicKey,
                    factory.generatePrivate(
                            new EdECPrivateKeySpec(NamedParameterSpec.ED25519, Arrays.copyOf(raw, HALF))));
            pair.requireMatchingHalves();
            return pair;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("is not a usable Ed25519 key; copy the whole key again");
        }
    }

    /** The y coordinate, least significant byte first; the highest bit says whether x is odd. */
    private static PublicKey publicKey(KeyFactory factory, byte[] littleEndian) throws GeneralSecurityException {
        byte[] y = new byte[HALF];
        for (int i = 0; i < HALF; i++) {
            y[i] = littleEndian[HALF - 1 - i];
        }
        boolean xIsOdd = (y[0] & 0x80) != 0;
        y[0] &= 0x7f;
        EdECPoint point = new EdECPoint(xIsOdd, new BigInteger(1, y));
        return factory.generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
    }

    private void requireMatchingHalves() {
        byte[][] probe = {new byte[HALF]};
        if (!matchesAny(probe, List.of(sign(probe)))) {
            throw new IllegalArgumentException("holds a private and a public key that do not belong together");
        }
    }

    @Override
    public boolean matchesAny(byte[][] chunks, List<byte[]> candidates) {
        for (byte[] candidate : candidates) {
            if (matches(chunks, candidate)) {
                return true;
            }
        }
        return false;
    }

    private boolean matches(byte[][] chunks, byte[] candidate) {
        try {
            Signature signature = Signature.getInstance(NAME);
            signature.initVerify(publicKey);
            for (byte[] chunk : chunks) {
                signature.update(chunk);
            }
            return signature.verify(candidate);
        } catch (GeneralSecurityException notASignature) {
            return false;
        }
    }

    @Override
    public byte[] sign(byte[][] chunks) {
        if (privateKey == null) {
            throw new IllegalStateException("a public key cannot sign");
        }
        try {
            Signature signature = Signature.getInstance(NAME);
            signature.initSign(privateKey);
            for (byte[] chunk : chunks) {
                signature.update(chunk);
            }
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Ed25519 is not available in this Java runtime", e);
        }
    }

    @Override
    public boolean canSign() {
        return privateKey != null;
    }
}
