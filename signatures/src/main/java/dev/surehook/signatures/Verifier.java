package dev.surehook.signatures;

import dev.surehook.signatures.Verification.Reason;
import dev.surehook.signatures.Verification.Rejected;
import dev.surehook.signatures.Verification.Verified;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Decides whether a request was signed by a provider. Keys are prepared once. Immutable and thread-safe. */
public final class Verifier {
    private static final int SHORT_SECRET = 16;

    private final List<SchemeVerifier> schemes;
    private final List<String> warnings;

    private Verifier(List<SchemeVerifier> schemes, List<String> warnings) {
        this.schemes = List.copyOf(schemes);
        this.warnings = List.copyOf(warnings);
    }

    /** A verifier with the provider's own tolerance. */
    public static Verifier of(Provider provider, List<Secret> secrets) {
        return of(provider, secrets, provider.tolerance());
    }

    /**
     * A verifier that takes requests signed with any of the secrets.
     *
     * @param tolerance how far a timestamp may lie before or after now, bounds included; counted in whole units of
     *     the timestamp
     * @throws IllegalArgumentException with one line that says what to change: no secret, a blank one, only a prefix,
     *     not decodable, a negative tolerance
     */
    public static Verifier of(Provider provider, List<Secret> secrets, Duration tolerance) {
        Provider.requireTolerance(tolerance);
        PreparedKeys.requireSecrets(provider, secrets);
        List<SchemeVerifier> schemes = new ArrayList<>();
        for (SignatureScheme scheme : provider.schemes()) {
            List<PreparedKeys.Indexed> keys = PreparedKeys.claimedBy(provider, scheme, secrets);
            if (!keys.isEmpty()) {
                schemes.add(new SchemeVerifier(scheme, keys, tolerance));
            }
        }
        return new Verifier(schemes, warnings(provider, secrets));
    }

    /** Checks one request. Never throws, whatever the request holds. */
    public Verification verify(SignedRequest request, Instant now) {
        Rejected furthest = null;
        for (SchemeVerifier scheme : schemes) {
            Verification outcome = scheme.verify(request, now);
            if (outcome instanceof Verified) {
                return outcome;
            }
            if (outcome instanceof Rejected rejected
                    && (furthest == null || rejected.reason().isFurtherThan(furthest.reason()))) {
                furthest = rejected;
            }
        }
        return furthest == null ? new Rejected(Reason.SIGNATURE_MISSING, "no scheme applies") : furthest;
    }

    /** What an operator should hear at the start, one line each, without any secret: short or padded secrets. */
    public List<String> warnings() {
        return warnings;
    }

    private static List<String> warnings(Provider provider, List<Secret> secrets) {
        List<String> warnings = new ArrayList<>();
        for (int i = 0; i < secrets.size(); i++) {
            String text = secrets.get(i).reveal();
            if (text.length() < SHORT_SECRET) {
                warnings.add(PreparedKeys.which(provider, i) + " is shorter than " + SHORT_SECRET
                        + " characters and can be guessed; use a longer one");
            }
            if (!text.equals(text.strip())) {
                warnings.add(
                        PreparedKeys.which(provider, i) + " begins or ends with white space; check how it was copied");
            }
        }
        return warnings;
    }
}
