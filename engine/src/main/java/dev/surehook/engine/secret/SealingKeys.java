package dev.surehook.engine.secret;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The keys under which secrets are sealed: the first one seals, all of them open. While a key is being replaced the new
 * one stands first and the old one behind it. Immutable; printed as the keys' ids, which are not secret.
 */
public final class SealingKeys {
    private final List<SealingKey> keys;

    private SealingKeys(List<SealingKey> keys) {
        this.keys = List.copyOf(keys);
    }

    /**
     * @param text keys in Base64, each of 32 bytes, with commas or white space between
     * @throws IllegalArgumentException with one line that says which key is wrong and holds nothing of it
     */
    public static SealingKeys parse(String text) {
        List<String> parts = Arrays.stream(text.split("[\\s,]+"))
                .filter(part -> !part.isEmpty())
                .toList();
        if (parts.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is no sealing key: set it to the output of: openssl rand -base64 32");
        }
        List<SealingKey> keys = new ArrayList<>(parts.size());
        for (String part : parts) {
            byte[] key = decoded(part)
                    .orElseThrow(
                            () -> new IllegalArgumentException("sealing key " + (keys.size() + 1) + " is not Base64 of "
                                    + SealingKey.BYTES + " bytes: set it to the output of: openssl rand -base64 32"));
            keys.add(SealingKey.of(key));
        }
        return new SealingKeys(keys);
    }

    /** The text of a new key, made at random. */
    public static String make() {
        byte[] key = new byte[SealingKey.BYTES];
        new SecureRandom().nextBytes(key);
        return Base64.getEncoder().encodeToString(key);
    }

    private static Optional<byte[]> decoded(String text) {
        try {
            byte[] key = Base64.getDecoder().decode(text);
            return key.length == SealingKey.BYTES ? Optional.of(key) : Optional.empty();
        } catch (IllegalArgumentException notBase64) {
            // Not passed on: its message quotes a character of the key.
            return Optional.empty();
        }
    }

    SealingKey newest() {
        return keys.get(0);
    }

    List<String> ids() {
        return keys.stream().map(SealingKey::id).toList();
    }

    Optional<SealingKey> byId(String id) {
        return keys.stream().filter(key -> key.id().equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return keys.stream().map(SealingKey::id).collect(Collectors.joining(", "));
    }
}
