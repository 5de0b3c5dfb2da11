package dev.surehook.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.signatures.Algorithm;
import dev.surehook.signatures.Encoding;
import dev.surehook.signatures.KeyDecoding;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.SignatureHeader;
import dev.surehook.signatures.SignatureScheme;
import dev.surehook.signatures.SignedPart;
import dev.surehook.signatures.TimestampRule;
import dev.surehook.signatures.TimestampUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Field case D8: custom headers could replace the signature or inject lines. */
class CustomHeadersTest {
    private static final CustomHeaders STANDARD = new CustomHeaders(Profiles.STANDARD);

    private static void refused(String name, String value, String rule) {
        refused(STANDARD, name, value, rule);
    }

    private static void refused(CustomHeaders headers, String name, String value, String rule) {
        assertThat(headers.faults(Map.of(name, value))).singleElement().satisfies(fault -> {
            assertThat(fault.rule()).isEqualTo(rule);
            assertThat(fault.text())
                    .startsWith("the header \"")
                    .doesNotContain("ZZZ9")
                    .doesNotContain("\n", "\r");
        });
    }

    @Test
    void headers_of_ones_own_are_allowed() {
        assertThat(STANDARD.faults(Map.of(
                        "Authorization",
                        "Bearer a b",
                        "X-Api-Key",
                        "k",
                        "Cookie",
                        "a=b; c=d",
                        "x_y.z",
                        "",
                        "TE-X",
                        "1")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "webhook-signature",
                "Webhook-Id",
                "WEBHOOK-TIMESTAMP",
                "webhook-anything",
                "Surehook-Event",
                "Host",
                "Content-Length",
                "content-type",
                "Transfer-Encoding",
                "Connection",
                "TE",
                "Upgrade",
                "Expect",
                "Trailer",
                "User-Agent",
                "Keep-Alive",
                "Content-Encoding",
                "Proxy-Authorization"
            })
    void D8_a_reserved_name_is_refused_in_any_case(String name) {
        refused(name, "ZZZ9", "reserved-header");
        assertThat(STANDARD.faults(Map.of(name, "x")))
                .singleElement()
                .satisfies(fault -> assertThat(fault)
                        .returns("headers." + name, Fault::field)
                        .returns(
                                "the header \"" + name + "\" is set by the sender and cannot be replaced",
                                Fault::text));
    }

    @Test
    void the_names_of_the_profiles_own_provider_are_reserved() {
        CustomHeaders wordpane = new CustomHeaders(Changed.provider(Providers.WORDPANE));
        refused(wordpane, "wordpane-signature", "ZZZ9", "reserved-header");
        refused(wordpane, "WordPane-Event-Id", "ZZZ9", "reserved-header");
        assertThat(STANDARD.faults(Map.of("WordPane-Signature", "x"))).isEmpty();

        CustomHeaders numbered =
                new CustomHeaders(Changed.provider(provider(new SignatureHeader.Numbered("X-Sig-", 3))));
        refused(numbered, "x-sig-2", "ZZZ9", "reserved-header");
        refused(numbered, "x-time", "ZZZ9", "reserved-header");
        refused(numbered, "x-event", "ZZZ9", "reserved-header");
    }

    private static Provider provider(SignatureHeader header) {
        return new Provider(
                "own",
                List.of(new SignatureScheme(
                        SignedPart.template("{timestamp}.{body}"),
                        Algorithm.HMAC_SHA256,
                        Encoding.HEX,
                        header,
                        KeyDecoding.UTF8,
                        new TimestampRule.InHeader("X-Time", TimestampUnit.SECONDS),
                        Optional.of("X-Event"))),
                Providers.GITHUB.identity(),
                Providers.GITHUB.tolerance());
    }

    @Test
    void D8_a_name_that_is_no_token_is_refused() {
        for (String name : new String[] {"X Name", "", "X:Name", "X-Name\r\nHost", "X-Nämé", "X\u0000", " X", "(X)"}) {
            refused(name, "ZZZ9", "header-name");
        }
        refused("x".repeat(101), "ZZZ9", "header-name-length");
        assertThat(STANDARD.faults(Map.of("x".repeat(100), ""))).isEmpty();
    }

    @Test
    void D8_a_value_that_could_inject_or_change_on_the_way_is_refused() {
        refused("X-A", "ZZZ9\r\nHost: evil", "header-control-character");
        refused("X-A", "ZZZ9\n", "header-control-character");
        refused("X-A", "ZZZ9\u0000", "header-control-character");
        refused("X-A", "ZZZ9\ta", "header-control-character");
        refused("X-A", "ZZZ9\u007f", "header-control-character");
        refused("X-A", "ZZZ9é", "header-not-ascii");
        refused("X-A", "ZZZ9\u2028", "header-not-ascii");
        refused("X-A", " ZZZ9", "header-white-space");
        refused("X-A", "ZZZ9 ", "header-white-space");
    }

    @Test
    void D8_a_value_of_more_than_1024_characters_is_refused() {
        assertThat(STANDARD.faults(Map.of("X-A", "a".repeat(1_024)))).isEmpty();
        refused("X-A", "a".repeat(1_025), "header-value-length");
        refused("X-A", "a".repeat(8_192), "header-value-length");
    }

    @Test
    void more_than_20_headers_are_refused() {
        Map<String, String> headers = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            headers.put("X-" + i, "a");
        }
        assertThat(STANDARD.faults(headers)).isEmpty();

        headers.put("X-20", "a");
        assertThat(STANDARD.faults(headers))
                .containsExactly(new Fault("headers", "too-many", "there are 21 headers, and 20 at most"));
    }

    @Test
    void a_name_that_stands_twice_is_refused() {
        assertThat(STANDARD.faults(Map.of("X-A", "1", "x-a", "2")))
                .singleElement()
                .returns("repeated-header", Fault::rule);
    }

    @Test
    void all_faults_are_named() {
        assertThat(STANDARD.faults(Map.of("Host", "a\n", "X-A", "é".repeat(2_000))))
                .extracting(Fault::rule)
                .containsExactly(
                        "reserved-header", "header-control-character", "header-not-ascii", "header-value-length");
    }
}
