package dev.surehook.signatures;

import java.util.ArrayList;
import java.util.List;

/** The built-in providers, and one of every other shape that data can express. */
final class TestProviders {
    private static final Provider SEMICOLONS = GenericHmac.named("semicolons")
            .signatureHeader("X-Semi-Signature")
            .grammar("list")
            .separator(";")
            .signatureKey("h1")
            .timestampKey("ts")
            .template("{timestamp}:{body}")
            .provider();
    private static final Provider NUMBERED = GenericHmac.named("numbered")
            .signatureHeader("X-Numbered-Signature-")
            .grammar("numbered")
            .algorithm("hmac-sha512")
            .encoding("base64")
            .provider();
    private static final Provider URL_AND_MILLIS = GenericHmac.named("url-and-millis")
            .signatureHeader("X-Url-Signature")
            .template("{method}{url}{body}{timestamp}")
            .timestampHeader("X-Url-Timestamp")
            .timestampUnit("millis")
            .algorithm("hmac-sha1")
            .encoding("base64")
            .provider();
    private static final Provider ASYMMETRIC_HEX = GenericHmac.named("asymmetric-hex")
            .signatureHeader("X-Asymmetric-Signature")
            .template("{timestamp}{body}")
            .timestampHeader("X-Asymmetric-Timestamp")
            .algorithm("ed25519")
            .keyDecoding("whpk-whsk-base64")
            .provider();

    private TestProviders() {}

    static List<Provider> all() {
        List<Provider> all = new ArrayList<>(Providers.all());
        all.addAll(List.of(SEMICOLONS, NUMBERED, URL_AND_MILLIS, ASYMMETRIC_HEX));
        return all;
    }

    static List<Secret> secrets(Provider provider) {
        if (provider.equals(ASYMMETRIC_HEX)) {
            return Samples.secrets(Samples.ED25519_SECRET);
        }
        return provider.equals(Providers.STANDARD_WEBHOOKS) || provider.equals(Providers.SVIX)
                ? Samples.secrets(Samples.STANDARD_SECRET)
                : Samples.secrets(Samples.YCLOUD_SECRET);
    }

    static boolean isHex(Provider provider) {
        return provider.schemes().get(0).encoding() == Encoding.HEX;
    }

    /** Whether the header's value is covered; an id header that no template names is not. */
    static boolean isSigned(Provider provider, String header) {
        SignatureScheme scheme = provider.schemes().get(0);
        return scheme.signed().contains(SignedPart.Field.ID)
                || scheme.idHeader().filter(header::equals).isEmpty();
    }
}
