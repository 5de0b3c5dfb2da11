package dev.surehook.signatures;

import static dev.surehook.signatures.Samples.BODY;
import static dev.surehook.signatures.Samples.NOW;
import static dev.surehook.signatures.Samples.NOW_SECONDS;
import static dev.surehook.signatures.Samples.outcome;
import static dev.surehook.signatures.Samples.secrets;
import static dev.surehook.signatures.Samples.sign;
import static dev.surehook.signatures.Samples.ycloud;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures that others met, on the level of bytes and headers. */
class FieldCasesTest {
    private static final String T = "t=" + NOW_SECONDS;
    private static final String S = "s=" + sign(BODY);
    private static final String WRONG = "s=" + "0".repeat(64);

    @ParameterizedTest
    @ValueSource(strings = {"{\n \"a\": 1\n}", "{\r\n \"a\": 1\r\n}", "{\"a\":1}\n", "{\"a\":1}   ", ""})
    void A1_line_ends_and_trailing_space_are_signed_as_they_are(String body) {
        byte[] bytes = body.getBytes(UTF_8);

        assertThat(outcome(ycloud(bytes, T + ",s=" + sign(bytes)))).isEqualTo("VERIFIED");
        assertThat(outcome(ycloud((body + "\n").getBytes(UTF_8), T + ",s=" + sign(bytes))))
                .isEqualTo("SIGNATURE_MISMATCH");
    }

    @Test
    void A4_emoji_and_ellipsis_are_hashed_as_bytes() {
        byte[] bytes = "{\"text\":\"\uD83D\uDE00 \u2026\"}".getBytes(UTF_8);
        byte[] lost = new String(bytes, UTF_8).getBytes(ISO_8859_1);

        assertThat(outcome(ycloud(bytes, T + ",s=" + sign(bytes)))).isEqualTo("VERIFIED");
        assertThat(outcome(ycloud(lost, T + ",s=" + sign(bytes)))).isEqualTo("SIGNATURE_MISMATCH");
    }

    @Test
    void A5_any_byte_string_is_a_body() {
        byte[] bytes = HexFormat.of().parseHex("00fffe80c328");

        assertThat(outcome(ycloud(bytes, T + ",s=" + sign(bytes)))).isEqualTo("VERIFIED");
        assertThat(outcome(ycloud(bytes, T + "," + WRONG))).isEqualTo("SIGNATURE_MISMATCH");
    }

    @Test
    void A7_escapes_numbers_and_spacing_are_not_normalised() {
        byte[] bytes = "{\"b\":1.0,\"a\":\"\\u00f1\\/\\u003c\", \"c\":1e2}".getBytes(UTF_8);
        byte[] serialisedAgain = "{\"b\":1.0,\"a\":\"\u00f1/<\",\"c\":100}".getBytes(UTF_8);

        assertThat(outcome(ycloud(bytes, T + ",s=" + sign(bytes)))).isEqualTo("VERIFIED");
        assertThat(outcome(ycloud(serialisedAgain, T + ",s=" + sign(bytes)))).isEqualTo("SIGNATURE_MISMATCH");
    }

    static List<String> spacings() {
        return List.of(T + ", " + S, T + ",\t" + S, T + "," + S + ",", " " + T + "," + S, T + " , " + S + " ");
    }

    @ParameterizedTest
    @MethodSource("spacings")
    void B1_white_space_around_parts_is_ignored(String header) {
        assertThat(outcome(ycloud(BODY, header))).isEqualTo("VERIFIED");
    }

    @Test
    void B2_repeated_header_lines_are_joined_in_order() {
        assertThat(outcome(ycloud(BODY, T, S))).isEqualTo("VERIFIED");
        assertThat(outcome(ycloud(BODY, WRONG, T, S))).isEqualTo("VERIFIED");
        assertThat(outcome(ycloud(BODY, T))).isEqualTo("SIGNATURE_MALFORMED");
        assertThat(outcome(ycloud(BODY, S))).isEqualTo("TIMESTAMP_MISSING");
        assertThat(outcome(ycloud(BODY, T, T, S))).isEqualTo("TIMESTAMP_MALFORMED");
    }

    @Test
    void B2_a_space_list_cut_at_its_commas_still_verifies() {
        byte[] signed = ("msg_1." + NOW_SECONDS + ".").getBytes(UTF_8);
        String signature = Encoding.BASE64.encode(
                Samples.hmac("HmacSHA256", KeyDecoding.WHSEC_BASE64.decode(Samples.STANDARD_SECRET), signed, BODY));
        Verifier verifier = Verifier.of(Providers.STANDARD_WEBHOOKS, secrets(Samples.STANDARD_SECRET));
        for (List<String> lines : List.of(
                List.of("v1," + signature),
                List.of("v1a,AAAA", "v1," + signature),
                List.of("v1, " + signature + ","),
                List.of("v1", signature),
                List.of("v2", "AAAA v1", signature))) {
            List<Map.Entry<String, String>> headers = new ArrayList<>();
            lines.forEach(line -> headers.add(Map.entry("webhook-signature", line)));
            headers.add(Map.entry("webhook-id", "msg_1"));
            headers.add(Map.entry("webhook-timestamp", Long.toString(NOW_SECONDS)));

            assertThat(outcome(verifier.verify(SignedRequest.post(Headers.of(headers), BODY), NOW)))
                    .as("%s", lines)
                    .isEqualTo("VERIFIED");
        }
    }

    @Test
    void B3_any_of_several_signatures_may_match() {
        for (List<String> parts : List.of(
                List.of(S, WRONG, WRONG),
                List.of(WRONG, S, WRONG),
                List.of(WRONG, WRONG, S),
                List.of("v0=1", S, "v2=2"))) {
            assertThat(outcome(ycloud(BODY, T + "," + String.join(",", parts)))).isEqualTo("VERIFIED");
        }
        assertThat(outcome(ycloud(BODY, T + ",v0=" + sign(BODY) + ",v2=" + sign(BODY))))
                .isEqualTo("SIGNATURE_MALFORMED");
    }

    @Test
    void B4_header_names_are_case_insensitive() {
        for (String name : List.of("ycloud-signature", "YCLOUD-SIGNATURE", "yCLOUD-sIGNATURE")) {
            Headers headers = Headers.of(name, T + "," + S);

            assertThat(outcome(ycloud().verify(SignedRequest.post(headers, BODY), NOW)))
                    .isEqualTo("VERIFIED");
        }
    }

    static List<String> junkSignatures() {
        String right = sign(BODY);
        return List.of(
                T + ",s=",
                T + ",s=" + right.substring(1),
                T + ",s=" + right + "0",
                T + ",s=" + "z".repeat(64),
                T + ",s=" + right.substring(1) + "\u00e9",
                T + ",s=" + right.substring(1) + "\u0130",
                // The low byte of this character alone would be the last digit.
                T + ",s=" + right.substring(0, 63) + (char) (0x100 + right.charAt(63)),
                T + ",s",
                T,
                T + ",s=\"" + right + "\"",
                ",",
                "=");
    }

    @ParameterizedTest
    @MethodSource("junkSignatures")
    void B5_a_malformed_signature_is_refused_quietly(String header) {
        assertThat(outcome(ycloud(BODY, header))).isEqualTo("SIGNATURE_MALFORMED");
    }

    @Test
    void B5_upper_case_hex_is_well_formed() {
        assertThat(outcome(ycloud(BODY, T + ",s=" + sign(BODY).toUpperCase(Locale.ROOT))))
                .isEqualTo("VERIFIED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "\t", "whsec_", " whsec_ ", "whpk_", "whsk_"})
    void B6_an_empty_secret_is_refused_by_every_provider(String secret) {
        for (Provider provider : Providers.all()) {
            assertThatThrownBy(() -> Verifier.of(provider, secrets(secret)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("secret 1 of provider " + provider.name() + " is ");
            assertThatThrownBy(() -> Signer.of(provider, secrets(secret))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void B6_no_secret_or_no_header_is_refused() {
        assertThatThrownBy(() -> Verifier.of(Providers.YCLOUD, List.of()))
                .hasMessage("provider ycloud needs a signing secret; set at least one");
        assertThat(outcome(ycloud(BODY))).isEqualTo("SIGNATURE_MISSING");
        assertThat(outcome(ycloud(BODY, " "))).isEqualTo("SIGNATURE_MISSING");
    }

    @Test
    void B7_a_timestamp_in_milliseconds_is_named_and_accepted_where_the_source_says_so() {
        long millis = NOW.toEpochMilli();
        SignedRequest request =
                SignedRequest.post(Headers.of("YCloud-Signature", "t=" + millis + ",s=" + sign(millis, BODY)), BODY);
        Verifier inMillis =
                Verifier.of(Providers.YCLOUD.withTimestampUnit(TimestampUnit.MILLIS), secrets(Samples.YCLOUD_SECRET));

        assertThat(outcome(ycloud().verify(request, NOW))).isEqualTo("TIMESTAMP_UNIT");
        assertThat(outcome(inMillis.verify(request, NOW))).isEqualTo("VERIFIED");
        assertThat(outcome(inMillis.verify(request, NOW.plusMillis(300_001)))).isEqualTo("TIMESTAMP_STALE");
        assertThat(outcome(ycloud(BODY, "t=" + millis + "," + WRONG))).isEqualTo("SIGNATURE_MISMATCH");
    }

    @Test
    void B7_seconds_are_named_where_milliseconds_are_expected() {
        SignedRequest request = SignedRequest.post(Headers.of("YCloud-Signature", T + "," + S), BODY);
        Verifier inMillis =
                Verifier.of(Providers.YCLOUD.withTimestampUnit(TimestampUnit.MILLIS), secrets(Samples.YCLOUD_SECRET));

        assertThat(outcome(inMillis.verify(request, NOW))).isEqualTo("TIMESTAMP_UNIT");
    }

    @Test
    void B8_the_tolerance_has_two_sides() {
        for (int offset : new int[] {-299, 299}) {
            assertThat(outcome(signedAt(NOW_SECONDS + offset))).isEqualTo("VERIFIED");
        }
        assertThat(outcome(signedAt(NOW_SECONDS - 301))).isEqualTo("TIMESTAMP_STALE");
        assertThat(outcome(signedAt(NOW_SECONDS + 301))).isEqualTo("TIMESTAMP_FUTURE");
    }

    private static Verification signedAt(long t) {
        return ycloud(BODY, "t=" + t + ",s=" + sign(t, BODY));
    }

    @Test
    void H2_several_v1_are_read_and_one_is_written() {
        Verifier verifier = Verifier.of(Providers.WORDPANE, secrets(Samples.YCLOUD_SECRET));
        Headers headers = Headers.of(
                "WordPane-Signature",
                "t=" + NOW_SECONDS + ",v1=" + "0".repeat(64) + ",v1=" + sign(BODY),
                "WordPane-Event-Id",
                "evt_1");
        Signer rotating = Signer.of(Providers.WORDPANE, secrets(Samples.YCLOUD_SECRET, "another secret of mine"));

        assertThat(outcome(verifier.verify(SignedRequest.post(headers, BODY), NOW)))
                .isEqualTo("VERIFIED");
        assertThat(rotating.sign("evt_1", NOW, "POST", "", BODY).first("WordPane-Signature"))
                .hasValue("t=" + NOW_SECONDS + ",v1=" + sign(BODY));
        assertThat(Providers.WORDPANE.identity().idHeaderThatMustEqualBodyId()).hasValue("WordPane-Event-Id");
    }
}
