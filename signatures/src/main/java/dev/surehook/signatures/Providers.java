package dev.surehook.signatures;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The built-in providers. Rules that a platform does not state are marked as ours in the documentation. */
public final class Providers {
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    /** Header {@code YCloud-Signature: t=…,s=…}; the key is the whole secret text. */
    public static final Provider YCLOUD = new Provider(
            "ycloud",
            List.of(timestampedHex("YCloud-Signature", "s", true, Optional.empty())),
            Identity.jsonIdAndType(),
            FIVE_MINUTES);

    /** Header {@code WordPane-Signature: t=…,v1=…}, one signature when sending; the id stands in header and body. */
    public static final Provider WORDPANE = new Provider(
            "wordpane",
            List.of(timestampedHex("WordPane-Signature", "v1", false, Optional.of("WordPane-Event-Id"))),
            new Identity(
                    List.of(Locator.json("id")),
                    List.of(Locator.json("type")),
                    true,
                    true,
                    true,
                    Optional.of("WordPane-Event-Id")),
            FIVE_MINUTES);

    /** The {@code webhook-*} headers of the Standard Webhooks specification, shared and asymmetric keys. */
    public static final Provider STANDARD_WEBHOOKS = new Provider(
            "standard-webhooks",
            List.of(standardShared("webhook"), standardAsymmetric("webhook")),
            standardIdentity("webhook-id"),
            FIVE_MINUTES);

    /** Standard Webhooks under the names {@code svix-*}; the unbranded names are read as well. */
    public static final Provider SVIX = new Provider(
            "svix",
            List.of(
                    standardShared("svix"),
                    standardAsymmetric("svix"),
                    standardShared("webhook"),
                    standardAsymmetric("webhook")),
            standardIdentity("svix-id", "webhook-id"),
            FIVE_MINUTES);

    /** Header {@code Stripe-Signature: t=…,v1=…}; {@code v0} is ignored; the key is the whole secret text. */
    public static final Provider STRIPE = new Provider(
            "stripe",
            List.of(timestampedHex("Stripe-Signature", "v1", true, Optional.empty())),
            Identity.jsonIdAndType(),
            FIVE_MINUTES);

    /** Header {@code X-Hub-Signature-256: sha256=…}; bodies are JSON or a form, and nothing bounds their age. */
    public static final Provider GITHUB = new Provider(
            "github",
            List.of(new SignatureScheme(
                    SignedPart.template("{body}"),
                    Algorithm.HMAC_SHA256,
                    Encoding.HEX,
                    SignatureHeader.prefixed("X-Hub-Signature-256", "sha256="),
                    KeyDecoding.UTF8,
                    new TimestampRule.None(),
                    Optional.of("X-GitHub-Delivery"))),
            new Identity(
                    List.of(Locator.header("X-GitHub-Delivery")),
                    List.of(Locator.header("X-GitHub-Event")),
                    true,
                    true,
                    false,
                    Optional.empty()),
            FIVE_MINUTES);

    private static final List<Provider> ALL = List.of(YCLOUD, WORDPANE, STANDARD_WEBHOOKS, SVIX, STRIPE, GITHUB);

    private Providers() {}

    public static Optional<Provider> byName(String name) {
        return ALL.stream().filter(provider -> provider.name().equals(name)).findFirst();
    }

    public static List<Provider> all() {
        return ALL;
    }

    private static SignatureScheme timestampedHex(
            String header, String signatureKey, boolean severalSent, Optional<String> idHeader) {
        return new SignatureScheme(
                SignedPart.template("{timestamp}.{body}"),
                Algorithm.HMAC_SHA256,
                Encoding.HEX,
                new SignatureHeader.KeyValueList(header, ',', signatureKey, severalSent),
                KeyDecoding.UTF8,
                new TimestampRule.InList("t", TimestampUnit.SECONDS),
                idHeader);
    }

    private static SignatureScheme standardShared(String brand) {
        return standard(brand, "v1", Algorithm.HMAC_SHA256, KeyDecoding.WHSEC_BASE64);
    }

    private static SignatureScheme standardAsymmetric(String brand) {
        return standard(brand, "v1a", Algorithm.ED25519, KeyDecoding.WHPK_WHSK_BASE64);
    }

    private static SignatureScheme standard(String brand, String version, Algorithm algorithm, KeyDecoding keys) {
        return new SignatureScheme(
                SignedPart.template("{id}.{timestamp}.{body}"),
                algorithm,
                Encoding.BASE64,
                new SignatureHeader.SpaceList(brand + "-signature", version),
                keys,
                new TimestampRule.InHeader(brand + "-timestamp", TimestampUnit.SECONDS),
                Optional.of(brand + "-id"));
    }

    /** The specification recommends JSON with a type, and demands neither. */
    private static Identity standardIdentity(String... idHeaders) {
        List<Locator> id =
                List.of(idHeaders).stream().<Locator>map(Locator::header).toList();
        return new Identity(id, List.of(Locator.json("type")), true, false, false, Optional.empty());
    }
}
