package dev.surehook.signatures;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The text of a signing secret; a type of its own so that it cannot be printed by accident. Immutable. */
public final class Secret {
    private final String text;

    private Secret(String text) {
        this.text = text;
    }

    /** Takes any text, blank too; {@link Verifier#of} and {@link Signer#of} refuse secrets that cannot be used. */
    public static Secret of(String text) {
        return new Secret(Objects.requireNonNull(text, "text"));
    }

    /** The text itself, for storing or for showing it once. Never log it. */
    public String reveal() {
        return text;
    }

    public boolean isBlank() {
        return text.isBlank();
    }

    /** Takes the same time wherever the first difference is. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Secret secret
                && MessageDigest.isEqual(
                        text.getBytes(StandardCharsets.UTF_8), secret.text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }
}
