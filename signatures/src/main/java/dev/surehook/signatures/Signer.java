package dev.surehook.signatures;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Signs requests as a provider does. Keys are prepared once. Immutable and thread-safe. */
public final class Signer {
    private final List<SchemeSigner> schemes;

    private Signer(List<SchemeSigner> schemes) {
        this.schemes = List.copyOf(schemes);
    }

    /**
     * A signer that signs with every secret where the header can hold several signatures, newest first by custom;
     * where it can hold only one, the first secret signs.
     *
     * @throws IllegalArgumentException with one line that says what to change: no secret, a blank one, only a prefix,
     *     not decodable, a public key
     */
    public static Signer of(Provider provider, List<Secret> secrets) {
        PreparedKeys.requireSecrets(provider, secrets);
        List<SchemeSigner> schemes = new ArrayList<>();
        Set<Integer> used = new HashSet<>();
        for (SignatureScheme scheme : provider.schemes()) {
            List<SigningKey> keys = new ArrayList<>();
            for (PreparedKeys.Indexed indexed : PreparedKeys.claimedBy(provider, scheme, secrets)) {
                if (!indexed.key().canSign()) {
                    throw new IllegalArgumentException(PreparedKeys.which(provider, indexed.secretIndex())
                            + " is a public key; a sender needs the private key");
                }
                if (used.add(indexed.secretIndex())) {
                    keys.add(indexed.key());
                }
            }
            if (!keys.isEmpty()) {
                schemes.add(new SchemeSigner(scheme, keys));
            }
        }
        return new Signer(schemes);
    }

    /**
     * The headers to set: the signature, and id and timestamp where the provider has headers for them.
     *
     * @param url the URL as the receiver knows it, for schemes that sign it
     * @param body the exact bytes that will be sent
     * @throws IllegalArgumentException if the id cannot stand in a header, or the timestamp lies before 1970 or far
     *     ahead
     */
    public Headers sign(String id, Instant timestamp, String method, String url, byte[] body) {
        SignedRequest request = new SignedRequest(method, url, Headers.empty(), body);
        Map<String, String> headers = new LinkedHashMap<>();
        for (SchemeSigner scheme : schemes) {
            scheme.sign(id, timestamp, request, headers);
        }
        return Headers.of(List.copyOf(headers.entrySet()));
    }
}
