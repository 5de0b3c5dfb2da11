package dev.surehook.signatures;

import java.util.ArrayList;
import java.util.List;

/** Turns secrets into keys, with errors that say which secret is meant and what to do. */
final class PreparedKeys {
    private PreparedKeys() {}

    /** A key, and which of the given secrets it comes from. */
    record Indexed(int secretIndex, SigningKey key) {}

    static void requireSecrets(Provider provider, List<Secret> secrets) {
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException(
                    "provider " + provider.name() + " needs a signing secret; set at least one");
        }
        for (int i = 0; i < secrets.size(); i++) {
            String text = secrets.get(i).reveal();
            if (provider.schemes().stream()
                    .noneMatch(scheme -> scheme.keyDecoding().claims(text))) {
                throw new IllegalArgumentException(
                        which(provider, i) + " is a key of another kind than this provider's; check its prefix");
            }
        }
    }

    static List<Indexed> claimedBy(Provider provider, SignatureScheme scheme, List<Secret> secrets) {
        List<Indexed> keys = new ArrayList<>();
        for (int i = 0; i < secrets.size(); i++) {
            if (scheme.keyDecoding().claims(secrets.get(i).reveal())) {
                keys.add(new Indexed(i, key(provider, scheme, secrets, i)));
            }
        }
        return keys;
    }

    private static SigningKey key(Provider provider, SignatureScheme scheme, List<Secret> secrets, int index) {
        try {
            return SigningKey.of(scheme, secrets.get(index));
        } catch (IllegalArgumentException unusable) {
            // Without the cause: no exception that saw the secret's text is passed on.
            throw new IllegalArgumentException(which(provider, index) + " " + unusable.getMessage());
        }
    }

    static String which(Provider provider, int index) {
        return "secret " + (index + 1) + " of provider " + provider.name();
    }
}
