package dev.surehook.signatures;

import static dev.surehook.signatures.Samples.secrets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GenericHmacTest {
    private static final Map<String, GenericHmac> CONFIGURED = Map.ofEntries(
            configured(
                    "slack",
                    g -> prefixed(g, "X-Slack-Signature", "v0=")
                            .template("v0:{timestamp}:{body}")
                            .timestampHeader("X-Slack-Request-Timestamp")),
            configured(
                    "zoom",
                    g -> prefixed(g, "x-zm-signature", "v0=")
                            .template("v0:{timestamp}:{body}")
                            .timestampHeader("x-zm-request-timestamp")),
            configured("bitbucket", g -> prefixed(g, "X-Hub-Signature", "sha256=")),
            configured("meta", g -> prefixed(g, "X-Hub-Signature-256", "sha256=")),
            configured("intercom", g -> prefixed(g, "X-Hub-Signature", "sha1=").algorithm("hmac-sha1")),
            configured(
                    "typeform",
                    g -> prefixed(g, "Typeform-Signature", "sha256=").encoding("base64")),
            configured("square", g -> base64(g, "x-square-hmacsha256-signature").template("{url}{body}")),
            configured(
                    "hubspot",
                    g -> base64(g, "X-HubSpot-Signature-v3")
                            .template("{method}{url}{body}{timestamp}")
                            .timestampHeader("X-HubSpot-Request-Timestamp")
                            .timestampUnit("millis")),
            configured("shopify", g -> base64(g, "X-Shopify-Hmac-Sha256")),
            configured("woocommerce", g -> base64(g, "X-WC-Webhook-Signature")),
            configured("docusign", g -> base64(g, "X-DocuSign-Signature-").grammar("numbered")),
            configured("linear", g -> g.signatureHeader("Linear-Signature")),
            configured("lemonsqueezy", g -> g.signatureHeader("X-Signature")),
            configured("pagerduty", g -> list(g, "X-PagerDuty-Signature", "v1")),
            configured(
                    "paddle",
                    g -> list(g, "Paddle-Signature", "h1")
                            .separator(";")
                            .timestampKey("ts")
                            .template("{timestamp}:{body}")),
            configured(
                    "calendly",
                    g -> list(g, "Calendly-Webhook-Signature", "v1")
                            .timestampKey("t")
                            .template("{timestamp}.{body}")),
            configured(
                    "discord",
                    g -> g.signatureHeader("X-Signature-Ed25519")
                            .algorithm("Ed25519")
                            .keyDecoding("HEX")
                            .template("{timestamp}{body}")
                            .timestampHeader("X-Signature-Timestamp")));

    private static Map.Entry<String, GenericHmac> configured(String name, Consumer<GenericHmac> settings) {
        GenericHmac generic = GenericHmac.named(name);
        settings.accept(generic);
        return Map.entry(name, generic);
    }

    private static GenericHmac prefixed(GenericHmac generic, String header, String prefix) {
        return generic.signatureHeader(header).grammar("prefix").prefix(prefix);
    }

    private static GenericHmac list(GenericHmac generic, String header, String key) {
        return generic.signatureHeader(header).grammar("list").signatureKey(key);
    }

    private static GenericHmac base64(GenericHmac generic, String header) {
        return generic.signatureHeader(header).encoding("base64");
    }

    static Stream<Vector> vectors() {
        return Vector.load("generic-vectors.json");
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void other_platforms_can_be_configured(Vector vector) {
        Provider provider = vector.provider().equals("generic-hmac")
                ? GenericHmac.named("sha512")
                        .signatureHeader("X-Convoy-Signature")
                        .algorithm("HMAC_SHA512")
                        .encoding(vector.scheme().contains("base64") ? "base64" : "hex")
                        .provider()
                : Optional.ofNullable(CONFIGURED.get(vector.provider()))
                        .orElseThrow()
                        .provider();

        Verification verification = Verifier.of(provider, vector.secrets()).verify(vector.request(), vector.now());

        assertThat(verification.isVerified()).as("%s", verification).isTrue();
    }

    @Test
    void identity_and_tolerance_are_settings_too() {
        Provider provider = GenericHmac.named("acme")
                .signatureHeader("X-Acme-Signature")
                .idHeader("X-Acme-Id")
                .idJsonPath("data.id")
                .typeHeader("X-Acme-Topic")
                .typeJsonPath("type")
                .idRequired(true)
                .typeRequired(true)
                .bodyMustBeJson(true)
                .tolerance(Duration.ofMinutes(1))
                .provider();

        assertThat(provider.identity())
                .isEqualTo(new Identity(
                        List.of(Locator.header("X-Acme-Id"), new Locator.JsonPath(List.of("data", "id"))),
                        List.of(Locator.header("X-Acme-Topic"), Locator.json("type")),
                        true,
                        true,
                        true,
                        Optional.empty()));
        assertThat(provider.tolerance()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void the_example_of_the_documentation_works() {
        Provider acme = GenericHmac.named("acme")
                .signatureHeader("X-Acme-Signature")
                .grammar("list")
                .signatureKey("v1")
                .timestampKey("t")
                .template("{timestamp}.{body}")
                .idJsonPath("event.id")
                .typeHeader("X-Acme-Topic")
                .provider();
        Headers headers =
                Signer.of(acme, secrets(Samples.YCLOUD_SECRET)).sign("evt_1", Samples.NOW, "POST", "", Samples.BODY);

        assertThat(headers)
                .isEqualTo(Headers.of(
                        "X-Acme-Signature", "t=" + Samples.NOW_SECONDS + ",v1=" + Samples.sign(Samples.BODY)));
    }

    @Test
    void a_mistake_is_answered_with_what_to_do() {
        fails(g -> {}, "signature header is missing; set it");
        fails(g -> g.signatureHeader("X Acme"), "signature header is not a header name; use letters, digits and -");
        fails(g -> g.signatureHeader("X").algorithm("md5"), "use one of hmac-sha1, hmac-sha256, hmac-sha512, ed25519");
        fails(
                g -> g.signatureHeader("X").encoding("base32"),
                "encoding \"base32\" is not known; use one of hex, base64");
        fails(g -> g.signatureHeader("X").grammar("xml"), "use one of plain, prefix, list, space-list, numbered");
        fails(g -> g.signatureHeader("X").keyDecoding("rot13"), "use one of utf8, hex, base64, whsec-base64");
        fails(g -> g.signatureHeader("X").timestampUnit("days"), "use one of seconds, millis");
        fails(g -> g.signatureHeader("X").template("{boddy}"), "use {id}, {timestamp}, {method}, {url} or {body}");
        fails(g -> g.signatureHeader("X").template("{body"), "without its partner");
        fails(g -> g.signatureHeader("X").template("}{body}"), "without its partner");
        fails(g -> g.signatureHeader("X").template("{timestamp}"), "template must contain {body}");
        fails(g -> g.signatureHeader("X").template("{timestamp}{body}"), "say where the timestamp stands");
        fails(g -> g.signatureHeader("X").template("{id}{body}"), "name the header that carries the id");
        fails(g -> g.signatureHeader("X").grammar("prefix"), "prefix is missing; set it");
        fails(g -> g.signatureHeader("X").prefix("v1="), "a signature prefix needs grammar prefix");
        fails(g -> g.signatureHeader("X").signatureKey("s"), "a signature key needs grammar list or space-list");
        fails(g -> g.signatureHeader("X").grammar("list"), "signature key is missing; set it");
        fails(g -> list(g, "X", "s").timestampKey("s"), "timestamp key and signature key must differ");
        fails(g -> list(g, "X", "s").separator("|"), "separator must be , or ;");
        fails(g -> g.signatureHeader("X").timestampKey("t"), "a timestamp key needs a signature header that is a key-");
        fails(g -> list(g, "X", "s").timestampKey("t").timestampHeader("T"), "not both");
        fails(g -> g.signatureHeader("X").keyDecoding("whpk-whsk-base64"), "belong to ed25519");
        fails(g -> g.signatureHeader("X").idRequired(true), "what is required needs a place");
        fails(g -> g.signatureHeader("X").idJsonPath("data..id"), "with dots between, as in data.id");
        fails(g -> g.signatureHeader("X").tolerance(Duration.ofSeconds(-1)), "tolerance is negative");
    }

    private static void fails(Consumer<GenericHmac> settings, String message) {
        GenericHmac generic = GenericHmac.named("acme");
        assertThatThrownBy(() -> {
                    settings.accept(generic);
                    generic.provider();
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void secrets_that_do_not_decode_are_refused_without_being_quoted() {
        Provider hex = GenericHmac.named("acme")
                .signatureHeader("X")
                .keyDecoding("hex")
                .provider();

        assertThatThrownBy(() -> Verifier.of(hex, secrets("00ff", "quux")))
                .hasMessage("secret 2 of provider acme is not hex; give an even number of hex digits, nothing else")
                .hasNoCause();
    }
}
