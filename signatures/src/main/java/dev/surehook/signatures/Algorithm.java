package dev.surehook.signatures;

/** How a signature is computed. */
public enum Algorithm {
    HMAC_SHA1("HmacSHA1", 20),
    HMAC_SHA256("HmacSHA256", 32),
    HMAC_SHA512("HmacSHA512", 64),
    /** Asymmetric: a secret is a raw public key of 32 bytes, or 64 bytes: private seed, then public key. */
    ED25519("Ed25519", 64);

    private final String jdkName;
    private final int signatureBytes;

    Algorithm(String jdkName, int signatureBytes) {
        this.jdkName = jdkName;
        this.signatureBytes = signatureBytes;
    }

    /** The algorithm's name in the Java Cryptography Architecture. */
    String jdkName() {
        return jdkName;
    }

    /** The length of every signature of this algorithm, in bytes. */
    public int signatureBytes() {
        return signatureBytes;
    }
}
