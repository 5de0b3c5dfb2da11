package dev.surehook.server.api;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals kept answers, which may show a secret, with what only the caller has: the API key that was sent. Neither that nor
 * the caller's {@code Idempotency-Key} is kept, so whoever reads the database opens none. Immutable.
 */
final class AnswerSeal {
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] id;
    private final byte[] key;

    AnswerSeal(String apiKey, String idempotencyKey) {
        this.id = mac(apiKey, "id " + idempotencyKey);
        this.key = mac(apiKey, "seal " + idempotencyKey);
    }

    /** Names the call in the store. */
    byte[] id() {
        return id.clone();
    }

    byte[] seal(byte[] text) {
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(text);
            byte[] all = Arrays.copyOf(nonce, NONCE + sealed.length);
            System.arraycopy(sealed, 0, all, NONCE, sealed.length);
            return all;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform cannot seal with " + CIPHER, e);
        }
    }

    /** Nothing when it was sealed otherwise, or changed. */
    Optional<byte[]> open(byte[] sealed) {
        if (sealed.length < NONCE) {
            return Optional.empty();
        }
        try {
            return Optional.of(cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(sealed, NONCE))
                    .doFinal(sealed, NONCE, sealed.length - NONCE));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }

    private static byte[] mac(String key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
