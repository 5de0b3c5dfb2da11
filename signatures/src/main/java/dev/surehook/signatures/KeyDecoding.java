package dev.surehook.signatures;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;

/**
 * How the text of a secret becomes key bytes. Never guessed: 32 hex digits behind {@code whsec_} are legal base64 as
 * well, and the wrong rule silently gives another key.
 */
public enum KeyDecoding {
    /** The whole text as UTF-8, any {@code whsec_} in front included. */
    UTF8,
    HEX,
    BASE64,
    /** Base64 behind {@code whsec_}, which may be left out. */
    WHSEC_BASE64,
    /** Ed25519 keys: {@code whpk_} and the base64 public key, or {@code whsk_} and base64 of seed and public key. */
    WHPK_WHSK_BASE64;

    private static final String WHSEC = "whsec_";
    private static final String PUBLIC = "whpk_";
    private static final String PRIVATE = "whsk_";

    /** Whether a secret is meant for this rule, where a provider has one for shared and one for asymmetric keys. */
    boolean claims(String text) {
        boolean asymmetric = text.startsWith(PUBLIC) || text.startsWith(PRIVATE);
        return switch (this) {
            case WHSEC_BASE64 -> !asymmetric;
            case WHPK_WHSK_BASE64 -> asymmetric;
            case UTF8, HEX, BASE64 -> true;
        };
    }

    /**
     * The key bytes, at least one.
     *
     * @throws IllegalArgumentException with a message that completes "secret 1 of provider x …"
     */
    byte[] decode(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("is blank; set the signing secret that belongs to this endpoint");
        }
        String trimmed = text.strip();
        if (trimmed.equals(WHSEC) || trimmed.equals(PUBLIC) || trimmed.equals(PRIVATE)) {
            throw new IllegalArgumentException("is only the prefix " + trimmed + "; copy the whole secret");
        }
        return switch (this) {
            case UTF8 -> text.getBytes(StandardCharsets.UTF_8);
            case HEX -> hex(trimmed);
            case BASE64 -> base64(trimmed);
            case WHSEC_BASE64 -> base64(trimmed.startsWith(WHSEC) ? trimmed.substring(WHSEC.length()) : trimmed);
            case WHPK_WHSK_BASE64 -> base64(trimmed.substring(PUBLIC.length()));
        };
    }

    private static byte[] hex(String text) {
        try {
            return HexFormat.of().parseHex(text);
        } catch (IllegalArgumentException notHex) {
            // Not passed on as the cause: its message quotes the secret.
            throw new IllegalArgumentException("is not hex; give an even number of hex digits, nothing else");
        }
    }

    private static byte[] base64(String text) {
        try {
            byte[] key = Base64.getDecoder().decode(text);
            if (key.length > 0) {
                return key;
            }
        } catch (IllegalArgumentException notBase64) {
            // Falls through to the one message; the decoder's own quotes a character of the secret.
        }
        throw new IllegalArgumentException("is not base64 behind its prefix; copy the whole secret again");
    }
}
