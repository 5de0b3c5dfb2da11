package dev.surehook.server.profile;

import dev.surehook.engine.secret.SecretForm;
import dev.surehook.engine.secret.SecretForm.Brought;
import dev.surehook.signatures.Algorithm;
import dev.surehook.signatures.Encoding;
import dev.surehook.signatures.KeyDecoding;
import dev.surehook.signatures.Provider;
import dev.surehook.spring.source.ProviderRules;
import dev.surehook.spring.source.SchemeSettings;

/** A signature scheme of one's own for sending, and the secrets that fit it. */
record SendingScheme(Provider provider, SecretForm secrets) {

    /** @throws IllegalArgumentException with one line that says what to change */
    static SendingScheme of(String profile, SchemeSettings settings) {
        if (!settings.id().isEmpty() || !settings.type().isEmpty()) {
            throw new IllegalArgumentException(
                    "id and type say where a received event carries them, and have no effect when sending: take them out");
        }
        if (settings.algorithm() == Algorithm.ED25519 || settings.keyDecoding() == KeyDecoding.WHPK_WHSK_BASE64) {
            throw new IllegalArgumentException(
                    "a profile signs with shared secrets: algorithm is one of hmac-sha256, hmac-sha1, hmac-sha512, and"
                            + " key-decoding one of utf8, hex, base64, whsec-base64");
        }
        return new SendingScheme(ProviderRules.provider(profile, null, settings), secrets(settings.keyDecoding()));
    }

    private static SecretForm secrets(KeyDecoding decoding) {
        return switch (decoding) {
            case UTF8 -> new SecretForm("", 32, Encoding.HEX, Brought.text(16, 256));
            case HEX -> new SecretForm("", 32, Encoding.HEX, Brought.encoded(16, 64));
            case BASE64 -> new SecretForm("", 32, Encoding.BASE64, Brought.encoded(16, 64));
            case WHSEC_BASE64 -> SecretForm.STANDARD;
            // Refused above.
            case WHPK_WHSK_BASE64 -> throw new IllegalStateException("no shared secret");
        };
    }
}
