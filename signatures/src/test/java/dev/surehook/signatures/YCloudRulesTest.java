package dev.surehook.signatures;

import static dev.surehook.signatures.Samples.BODY;
import static dev.surehook.signatures.Samples.NOW;
import static dev.surehook.signatures.Samples.NOW_SECONDS;
import static dev.surehook.signatures.Samples.outcome;
import static dev.surehook.signatures.Samples.sign;
import static dev.surehook.signatures.Samples.ycloud;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Base64;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YCloudRulesTest {
    private static final String GOOD = "t=" + NOW_SECONDS + ",s=" + sign(BODY);

    @Test
    void R1_the_exact_bytes_are_signed_not_their_meaning() {
        byte[] spaced = new String(BODY, UTF_8).replace(":", ": ").getBytes(UTF_8);

        assertThat(outcome(ycloud(BODY, GOOD))).isEqualTo("VERIFIED");
        assertThat(outcome(ycloud(spaced, GOOD))).isEqualTo("SIGNATURE_MISMATCH");
        assertThat(outcome(ycloud(spaced, "t=" + NOW_SECONDS + ",s=" + sign(spaced))))
                .isEqualTo("VERIFIED");
    }

    @Test
    void R2_the_timestamp_text_is_part_of_what_is_signed() {
        assertThat(outcome(ycloud(BODY, "t=" + (NOW_SECONDS + 1) + ",s=" + sign(BODY))))
                .isEqualTo("SIGNATURE_MISMATCH");
        assertThat(outcome(ycloud(BODY, "t=0" + NOW_SECONDS + ",s=" + sign("0" + NOW_SECONDS, BODY))))
                .isEqualTo("VERIFIED");
    }

    @Test
    void R3_parts_may_stand_in_any_order_with_white_space_and_unknown_parts() {
        String s = sign(BODY);
        for (String header : new String[] {
            "s=" + s + ",t=" + NOW_SECONDS,
            " \tt=" + NOW_SECONDS + " ,\ts=" + s + "\t ,",
            "v=2,t=" + NOW_SECONDS + ",,alg,=,x=y=z,s=" + s,
            "t=" + NOW_SECONDS + ",s=" + s.toUpperCase(Locale.ROOT),
            "t=" + NOW_SECONDS + ",s=" + "0".repeat(64) + ",s=short,s=" + s
        }) {
            assertThat(outcome(ycloud(BODY, header))).as(header).isEqualTo("VERIFIED");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "t=%1$d,t=%1$d,s=%2$s",
                "t=%1$d,t=1,s=%2$s",
                "t=+%1$d,s=%2$s",
                "t=-%1$d,s=%2$s",
                "t=%1$d.0,s=%2$s",
                "t= %1$d,s=%2$s",
                "t=\u0661\u0662\u0663,s=%2$s",
                "t=12345678901234567890,s=%2$s"
            })
    void R3_anything_but_exactly_one_t_of_digits_is_refused(String header) {
        assertThat(outcome(ycloud(BODY, header.formatted(NOW_SECONDS, sign(BODY)))))
                .isEqualTo("TIMESTAMP_MALFORMED");
    }

    @Test
    void R3_a_header_without_t_is_refused() {
        assertThat(outcome(ycloud(BODY, "s=" + sign(BODY)))).isEqualTo("TIMESTAMP_MISSING");
        assertThat(outcome(ycloud(BODY, "t=,s=" + sign(BODY)))).isEqualTo("TIMESTAMP_MISSING");
        assertThat(outcome(ycloud(BODY, "T=" + NOW_SECONDS + ",s=" + sign(BODY))))
                .isEqualTo("TIMESTAMP_MISSING");
    }

    @ParameterizedTest
    @CsvSource({"1, TIMESTAMP_STALE", "999999999999, TIMESTAMP_FUTURE", "1000000000000, TIMESTAMP_UNIT"})
    void R3_t_has_one_to_twelve_digits(long t, String expected) {
        assertThat(outcome(ycloud(BODY, "t=" + t + ",s=" + sign(t, BODY)))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "-301, TIMESTAMP_STALE",
        "-300, VERIFIED",
        "-299, VERIFIED",
        "0, VERIFIED",
        "299, VERIFIED",
        "300, VERIFIED",
        "301, TIMESTAMP_FUTURE"
    })
    void R4_the_tolerance_holds_in_both_directions_bounds_included(long offset, String expected) {
        long t = NOW_SECONDS + offset;
        SignedRequest request =
                SignedRequest.post(Headers.of("YCloud-Signature", "t=" + t + ",s=" + sign(t, BODY)), BODY);

        assertThat(outcome(ycloud().verify(request, NOW))).isEqualTo(expected);
        assertThat(outcome(ycloud().verify(request, NOW.plusMillis(999))))
                .as("a clock between two seconds judges like the second it is in")
                .isEqualTo(expected);
    }

    @Test
    void R4_the_tolerance_is_the_receivers_choice() {
        long t = NOW_SECONDS - 3600;
        SignedRequest request =
                SignedRequest.post(Headers.of("YCloud-Signature", "t=" + t + ",s=" + sign(t, BODY)), BODY);
        Verifier patient = Verifier.of(Providers.YCLOUD, Samples.secrets(Samples.YCLOUD_SECRET), Duration.ofHours(1));

        assertThat(outcome(patient.verify(request, NOW))).isEqualTo("VERIFIED");
        assertThat(outcome(ycloud().verify(request, NOW))).isEqualTo("TIMESTAMP_STALE");
    }

    @Test
    void R4_an_old_timestamp_with_a_wrong_signature_counts_as_a_wrong_signature() {
        assertThat(outcome(ycloud(BODY, "t=1,s=" + sign(BODY)))).isEqualTo("SIGNATURE_MISMATCH");
    }

    @Test
    void R5_the_key_is_the_whole_secret_text_prefix_included() {
        String stripped = Samples.YCLOUD_SECRET.substring("whsec_".length());
        byte[] signed = (NOW_SECONDS + "." + new String(BODY, UTF_8)).getBytes(UTF_8);
        for (byte[] wrongKey :
                new byte[][] {stripped.getBytes(UTF_8), Base64.getDecoder().decode(stripped)}) {
            String signature = Samples.hex(Samples.hmac("HmacSHA256", wrongKey, signed));

            assertThat(outcome(ycloud(BODY, "t=" + NOW_SECONDS + ",s=" + signature)))
                    .isEqualTo("SIGNATURE_MISMATCH");
        }
    }
}
