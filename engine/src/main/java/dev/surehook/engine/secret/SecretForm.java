package dev.surehook.engine.secret;

import dev.surehook.signatures.Encoding;
import dev.surehook.signatures.Secret;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What a profile's signing secrets look like.
 *
 * @param prefix fixed text in front; may be empty
 * @param bytes how many random bytes one that is made here has, 16 to 64
 * @param encoding how they are written behind the prefix
 * @param brought what an owner may bring along
 */
public record SecretForm(String prefix, int bytes, Encoding encoding, Brought brought) {
    private static final int FEWEST_BYTES = 16;
    private static final int MOST_BYTES = 64;

    /** Standard Webhooks: {@code whsec_} and Base64 of 24 to 64 bytes; one made here has 32. */
    public static final SecretForm STANDARD = new SecretForm("whsec_", 32, Encoding.BASE64, Brought.encoded(24, 64));

    /**
     * What may stand behind the prefix of a secret that is brought along.
     *
     * @param encoded whether it is bytes in the form's encoding, or any text, of which each character is key
     * @param fewest of the bytes, or of the characters
     * @param most likewise
     */
    public record Brought(boolean encoded, int fewest, int most) {
        public Brought {
            if (fewest < 1 || most < fewest) {
                throw new IllegalArgumentException("a secret has 1 byte or more, and no fewer at most than at least");
            }
        }

        public static Brought encoded(int fewestBytes, int mostBytes) {
            return new Brought(true, fewestBytes, mostBytes);
        }

        public static Brought text(int fewestCharacters, int mostCharacters) {
            return new Brought(false, fewestCharacters, mostCharacters);
        }
    }

    public SecretForm {
        if (bytes < FEWEST_BYTES || bytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "a secret is made of " + FEWEST_BYTES + " to " + MOST_BYTES + " bytes, not of " + bytes);
        }
        if (!isVisible(prefix)) {
            throw new IllegalArgumentException("a secret's prefix is visible ASCII");
        }
    }

    /** A new secret. */
    public Secret make() {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return Secret.of(prefix + encode(random));
    }

    /** Why {@code secret} cannot be one, as a line that holds nothing of it; nothing when it can. */
    public Optional<String> fault(Secret secret) {
        String text = secret.reveal();
        if (text.isBlank()) {
            return Optional.of("the secret is blank: give " + wanted() + ", or none to have one made");
        }
        if (!isVisible(text)) {
            return Optional.of("the secret has white space, or characters that are not ASCII: give " + wanted());
        }
        if (!text.startsWith(prefix)) {
            return Optional.of("the secret does not begin with " + prefix + ": give " + wanted());
        }
        String rest = text.substring(prefix.length());
        if (rest.isEmpty()) {
            return Optional.of("the secret is only its prefix: give " + wanted());
        }
        return brought.encoded() ? encodedFault(rest) : lengthFault(rest.length(), "characters");
    }

    private Optional<String> encodedFault(String rest) {
        try {
            byte[] key = encoding == Encoding.HEX
                    ? HexFormat.of().parseHex(rest)
                    : Base64.getDecoder().decode(rest);
            // Other libraries insist on the padding, so a text that only Java reads is none.
            return encoding == Encoding.HEX || encode(key).equals(rest)
                    ? lengthFault(key.length, "bytes")
                    : unreadable();
        } catch (IllegalArgumentException notEncoded) {
            // Not passed on: its message quotes the secret.
            return unreadable();
        }
    }

    private Optional<String> unreadable() {
        return Optional.of("the secret is not " + encodingName() + behindPrefix() + ": give " + wanted());
    }

    private Optional<String> lengthFault(int length, String unit) {
        if (length >= brought.fewest() && length <= brought.most()) {
            return Optional.empty();
        }
        return Optional.of("the secret has " + length + " " + unit + behindPrefix() + ": give " + wanted());
    }

    private String wanted() {
        String rest = brought.encoded()
                ? encodingName() + " of " + brought.fewest() + " to " + brought.most() + " bytes"
                : brought.fewest() + " to " + brought.most() + " characters";
        return prefix.isEmpty() ? rest : prefix + " and " + rest;
    }

    private String behindPrefix() {
        return prefix.isEmpty() ? "" : " behind its prefix";
    }

    private String encodingName() {
        return encoding == Encoding.HEX ? "hex" : "Base64";
    }

    private String encode(byte[] random) {
        return encoding == Encoding.HEX
                ? HexFormat.of().formatHex(random)
                : Base64.getEncoder().encodeToString(random);
    }

    private static boolean isVisible(String text) {
        return text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }
}
