package dev.surehook.engine.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Optional;

/** Whether a private key and a certificate were made for each other. */
public final class KeyPairs {
    private KeyPairs() {}

    /** Signs a probe with the one and verifies it with the other. True for kinds that cannot be probed. */
    public static boolean belongTogether(PrivateKey key, PublicKey publicKey) {
        Optional<String> algorithm = signatureOf(key);
        if (algorithm.isEmpty()) {
            return true; // The handshake decides.
        }
        try {
            byte[] probe = {1, 2, 3};
            Signature signing = Signature.getInstance(algorithm.get());
            signing.initSign(key);
            signing.update(probe);
            Signature verifying = Signature.getInstance(algorithm.get());
            verifying.initVerify(publicKey);
            verifying.update(probe);
            return verifying.verify(signing.sign());
        } catch (GeneralSecurityException e) {
            // A key of another kind, or of another curve.
            return false;
        }
    }

    private static Optional<String> signatureOf(PrivateKey key) {
        return switch (key.getAlgorithm()) {
            case "RSA" -> Optional.of("SHA256withRSA");
            case "EC" -> Optional.of("SHA256withECDSA");
            case "EdDSA", "Ed25519", "Ed448" -> Optional.of("EdDSA");
            default -> Optional.empty();
        };
    }
}
