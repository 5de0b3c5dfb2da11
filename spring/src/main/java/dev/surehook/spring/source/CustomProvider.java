package dev.surehook.spring.source;

import dev.surehook.signatures.Identity;
import dev.surehook.signatures.Locator;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.SignatureHeader;
import dev.surehook.signatures.SignatureScheme;
import dev.surehook.signatures.SignedPart;
import dev.surehook.signatures.TimestampRule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A provider made from {@code scheme} settings. */
final class CustomProvider {
    static final String NAME = "hmac";
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private CustomProvider() {}

    /** @throws IllegalArgumentException with one line that says what to change */
    static Provider of(SchemeSettings settings) {
        if (settings.header().isBlank()) {
            throw new IllegalArgumentException("scheme.header is missing: name the header that carries the signature");
        }
        SignatureScheme scheme = new SignatureScheme(
                SignedPart.template(settings.signed()),
                settings.algorithm(),
                settings.encoding(),
                header(settings),
                settings.keyDecoding(),
                timestamp(settings),
                Optional.ofNullable(settings.idHeader()));
        return new Provider(NAME, List.of(scheme), identity(settings), TOLERANCE);
    }

    private static SignatureHeader header(SchemeSettings settings) {
        String signatureKey = settings.signatureKey();
        String version = settings.version();
        if (signatureKey != null && version != null) {
            throw new IllegalArgumentException("scheme takes signature-key or version, not both");
        }
        if (signatureKey != null) {
            if (settings.separator().length() != 1) {
                throw new IllegalArgumentException("scheme.separator is one character, ',' or ';'");
            }
            return new SignatureHeader.KeyValueList(
                    settings.header(), settings.separator().charAt(0), signatureKey, true);
        }
        return version == null
                ? SignatureHeader.prefixed(settings.header(), settings.prefix())
                : new SignatureHeader.SpaceList(settings.header(), version);
    }

    private static TimestampRule timestamp(SchemeSettings settings) {
        String header = settings.timestampHeader();
        String key = settings.timestampKey();
        if (header != null && key != null) {
            throw new IllegalArgumentException("scheme takes timestamp-header or timestamp-key, not both");
        }
        if (header != null) {
            return new TimestampRule.InHeader(header, settings.timestampUnit());
        }
        return key == null ? new TimestampRule.None() : new TimestampRule.InList(key, settings.timestampUnit());
    }

    private static Identity identity(SchemeSettings settings) {
        return new Identity(
                settings.id().stream().map(CustomProvider::locator).toList(),
                settings.type().stream().map(CustomProvider::locator).toList(),
                false,
                false,
                false,
                Optional.empty());
    }

    private static Locator locator(String text) {
        if (text.startsWith("header:")) {
            return Locator.header(text.substring("header:".length()));
        }
        if (text.startsWith("json:")) {
            return Locator.json(text.substring("json:".length()));
        }
        throw new IllegalArgumentException("scheme: a place is header:X-Name or json:path.to.member");
    }
}
