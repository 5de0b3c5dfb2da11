package dev.surehook.signatures;

import java.time.Duration;
import java.util.List;

/**
 * A platform's webhook conventions, usable for receiving and for sending.
 *
 * @param name lower-case letters, digits and dashes
 * @param schemes every way in which the platform may sign; a request needs to satisfy one, a sender uses for each
 *     secret the first that the secret is meant for
 * @param tolerance the default for how far a timestamp may lie from now, in both directions, bounds included
 */
public record Provider(String name, List<SignatureScheme> schemes, Identity identity, Duration tolerance) {
    public Provider {
        Words.requireToken(name, "provider name");
        schemes = List.copyOf(schemes);
        if (schemes.isEmpty()) {
            throw new IllegalArgumentException("a provider needs at least one signature scheme");
        }
        requireTolerance(tolerance);
    }

    public Provider withTolerance(Duration tolerance) {
        return new Provider(name, schemes, identity, tolerance);
    }

    public Provider withIdentity(Identity identity) {
        return new Provider(name, schemes, identity, tolerance);
    }

    /** The same provider for a sender whose timestamps count another unit. */
    public Provider withTimestampUnit(TimestampUnit unit) {
        return new Provider(
                name, schemes.stream().map(scheme -> scheme.in(unit)).toList(), identity, tolerance);
    }

    /** Whether a signature of this platform may cover the URL, so that a receiver has to know it. */
    public boolean signsUrl() {
        return schemes.stream().anyMatch(scheme -> scheme.signed().contains(SignedPart.Field.URL));
    }

    /**
     * Whether a sender that has several secrets, while one is being replaced, signs with each of them; if not, the first
     * alone signs.
     */
    public boolean signsWithAllSecrets() {
        return schemes.stream().allMatch(SignatureScheme::signsWithAll);
    }

    static void requireTolerance(Duration tolerance) {
        if (tolerance.isNegative()) {
            throw new IllegalArgumentException("the timestamp tolerance is negative; set a duration such as 300 s");
        }
    }
}
