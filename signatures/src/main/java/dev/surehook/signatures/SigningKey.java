package dev.surehook.signatures;

import java.util.List;

/** A prepared key; chunks are the pieces of the signed input, in order. Thread-safe. */
sealed interface SigningKey permits HmacKey, Ed25519Key {

    /** Whether any of the candidates, each of the algorithm's length, is a signature of the chunks. */
    boolean matchesAny(byte[][] chunks, List<byte[]> candidates);

    byte[] sign(byte[][] chunks);

    /** False for a public key. */
    boolean canSign();

    /**
     * Prepares the key of a secret.
     *
     * @throws IllegalArgumentException with a message that completes "secret 1 of provider x …"
     */
    static SigningKey of(SignatureScheme scheme, Secret secret) {
        byte[] key = scheme.keyDecoding().decode(secret.reveal());
        return scheme.algorithm() == Algorithm.ED25519
                ? Ed25519Key.of(key)
                : HmacKey.of(scheme.algorithm().jdkName(), key);
    }
}
