package dev.surehook.signatures;

import static dev.surehook.signatures.Samples.BODY;
import static dev.surehook.signatures.Samples.ED25519_PUBLIC;
import static dev.surehook.signatures.Samples.ED25519_SECRET;
import static dev.surehook.signatures.Samples.NOW;
import static dev.surehook.signatures.Samples.STANDARD_SECRET;
import static dev.surehook.signatures.Samples.YCLOUD_SECRET;
import static dev.surehook.signatures.Samples.outcome;
import static dev.surehook.signatures.Samples.secrets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.signatures.Verification.Verified;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class VerifierTest {
    private static final String OTHER_SECRET = "whsec_ffffffffffffffffffffffffffffffff";

    private static SignedRequest signed(Provider provider, String... secrets) {
        return SignedRequest.post(Signer.of(provider, secrets(secrets)).sign("evt_1", NOW, "POST", "", BODY), BODY);
    }

    private static SignedRequest with(SignedRequest request, String name, String... values) {
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        request.headers().lines().stream()
                .filter(line -> !line.getKey().equals(name))
                .forEach(lines::add);
        for (String value : values) {
            lines.add(Map.entry(name, value));
        }
        return SignedRequest.post(Headers.of(lines), request.body());
    }

    @Test
    void during_a_rotation_either_secret_matches_and_is_named() {
        Verifier verifier = Verifier.of(Providers.YCLOUD, secrets(OTHER_SECRET, YCLOUD_SECRET));

        assertThat(verifier.verify(signed(Providers.YCLOUD, YCLOUD_SECRET), NOW))
                .isEqualTo(new Verified(1, Optional.of(NOW)));
        assertThat(verifier.verify(signed(Providers.YCLOUD, OTHER_SECRET), NOW))
                .isEqualTo(new Verified(0, Optional.of(NOW)));
        assertThat(verifier.verify(signed(Providers.YCLOUD, YCLOUD_SECRET + "x"), NOW)
                        .isVerified())
                .isFalse();
    }

    @Test
    void github_needs_no_timestamp_and_takes_any_body() {
        Verifier verifier = Verifier.of(Providers.GITHUB, secrets(YCLOUD_SECRET), Duration.ZERO);

        assertThat(verifier.verify(signed(Providers.GITHUB, YCLOUD_SECRET), Instant.MAX))
                .isEqualTo(new Verified(0, Optional.empty()));
    }

    @Test
    void standard_webhooks_takes_shared_and_asymmetric_keys_side_by_side() {
        Verifier verifier = Verifier.of(Providers.STANDARD_WEBHOOKS, secrets(STANDARD_SECRET, ED25519_PUBLIC));

        assertThat(verifier.verify(signed(Providers.STANDARD_WEBHOOKS, STANDARD_SECRET), NOW))
                .isEqualTo(new Verified(0, Optional.of(NOW)));
        assertThat(verifier.verify(signed(Providers.STANDARD_WEBHOOKS, ED25519_SECRET), NOW))
                .isEqualTo(new Verified(1, Optional.of(NOW)));
    }

    @Test
    void the_whsec_prefix_is_optional_for_standard_webhooks() {
        Verifier verifier =
                Verifier.of(Providers.STANDARD_WEBHOOKS, secrets(STANDARD_SECRET.substring("whsec_".length())));

        assertThat(outcome(verifier.verify(signed(Providers.STANDARD_WEBHOOKS, STANDARD_SECRET), NOW)))
                .isEqualTo("VERIFIED");
    }

    @Test
    void svix_takes_the_unbranded_header_names() {
        Verifier verifier = Verifier.of(Providers.SVIX, secrets(STANDARD_SECRET));

        assertThat(outcome(verifier.verify(signed(Providers.STANDARD_WEBHOOKS, STANDARD_SECRET), NOW)))
                .isEqualTo("VERIFIED");
        assertThat(outcome(verifier.verify(signed(Providers.SVIX, STANDARD_SECRET), NOW)))
                .isEqualTo("VERIFIED");
        assertThat(outcome(verifier.verify(signed(Providers.SVIX, STANDARD_SECRET), NOW.plusSeconds(301))))
                .as("the scheme that came furthest gives the reason")
                .isEqualTo("TIMESTAMP_STALE");
        assertThat(outcome(verifier.verify(SignedRequest.post(Headers.empty(), BODY), NOW)))
                .isEqualTo("SIGNATURE_MISSING");
    }

    @Test
    void a_signed_id_stands_exactly_once() {
        Verifier verifier = Verifier.of(Providers.STANDARD_WEBHOOKS, secrets(STANDARD_SECRET));
        SignedRequest request = signed(Providers.STANDARD_WEBHOOKS, STANDARD_SECRET);

        assertThat(outcome(verifier.verify(with(request, "webhook-id"), NOW))).isEqualTo("ID_MISSING");
        assertThat(outcome(verifier.verify(with(request, "webhook-id", " "), NOW)))
                .isEqualTo("ID_MISSING");
        assertThat(outcome(verifier.verify(with(request, "webhook-id", "evt_1", "evt_2"), NOW)))
                .isEqualTo("ID_MISSING");
        assertThat(outcome(verifier.verify(with(request, "webhook-id", "evt_2"), NOW)))
                .isEqualTo("SIGNATURE_MISMATCH");
    }

    @Test
    void a_timestamp_header_stands_exactly_once() {
        Verifier verifier = Verifier.of(Providers.STANDARD_WEBHOOKS, secrets(STANDARD_SECRET));
        SignedRequest request = signed(Providers.STANDARD_WEBHOOKS, STANDARD_SECRET);
        String time = Long.toString(Samples.NOW_SECONDS);

        assertThat(outcome(verifier.verify(with(request, "webhook-timestamp", " " + time + " "), NOW)))
                .isEqualTo("VERIFIED");
        assertThat(outcome(verifier.verify(with(request, "webhook-timestamp"), NOW)))
                .isEqualTo("TIMESTAMP_MISSING");
        assertThat(outcome(verifier.verify(with(request, "webhook-timestamp", time, time), NOW)))
                .isEqualTo("TIMESTAMP_MALFORMED");
        assertThat(outcome(verifier.verify(with(request, "webhook-timestamp", time + ".5"), NOW)))
                .isEqualTo("TIMESTAMP_MALFORMED");
    }

    @Test
    void one_base64_signature_has_one_spelling() {
        Verifier verifier = Verifier.of(Providers.STANDARD_WEBHOOKS, secrets(STANDARD_SECRET));
        SignedRequest request = signed(Providers.STANDARD_WEBHOOKS, STANDARD_SECRET);
        String header = request.headers().first("webhook-signature").orElseThrow();
        String padded = header.substring(0, header.length() - 1);
        char last = padded.charAt(padded.length() - 1);
        String respelled = padded.substring(0, padded.length() - 1) + (char) (last + 1) + "=";

        assertThat(Base64.getDecoder().decode(respelled.substring(3)))
                .isEqualTo(Base64.getDecoder().decode(header.substring(3)));
        assertThat(outcome(verifier.verify(with(request, "webhook-signature", respelled), NOW)))
                .isEqualTo("SIGNATURE_MALFORMED");
    }

    @Test
    void unusable_secrets_are_refused_with_advice() {
        refused(Providers.STANDARD_WEBHOOKS, "whsec_not base64!", "is not base64 behind its prefix; copy the whole");
        refused(Providers.STANDARD_WEBHOOKS, "whpk_AAAA", "is not an Ed25519 key; it must hold 32 bytes (public) or");
        refused(Providers.STANDARD_WEBHOOKS, "whpk_" + "/".repeat(43), "is not a usable Ed25519 key");
        String strangeHalf = Base64.getEncoder()
                .encodeToString(Arrays.copyOf(Base64.getDecoder().decode(ED25519_SECRET.substring(5)), 32));
        refused(
                Providers.STANDARD_WEBHOOKS,
                "whsk_" + pair(strangeHalf, ED25519_PUBLIC, 1),
                "holds a private and a public key that do not belong together");
        refused(Providers.GITHUB, "", "is blank; set the signing secret that belongs to this endpoint");
    }

    private static String pair(String seed, String publicKey, int change) {
        byte[] both = new byte[64];
        System.arraycopy(Base64.getDecoder().decode(seed), 0, both, 0, 32);
        System.arraycopy(Base64.getDecoder().decode(publicKey.substring(5)), 0, both, 32, 32);
        both[0] ^= (byte) change;
        return Base64.getEncoder().encodeToString(both);
    }

    private static void refused(Provider provider, String secret, String advice) {
        assertThatThrownBy(() -> Verifier.of(provider, secrets(secret)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("secret 1 of provider " + provider.name() + " " + advice)
                .hasNoCause();
    }

    @Test
    void a_negative_tolerance_is_refused() {
        assertThatThrownBy(() -> Verifier.of(Providers.YCLOUD, secrets(YCLOUD_SECRET), Duration.ofSeconds(-1)))
                .hasMessage("the timestamp tolerance is negative; set a duration such as 300 s");
    }

    @Test
    void weak_secrets_are_warned_about_without_being_shown() {
        assertThat(Verifier.of(Providers.YCLOUD, secrets(YCLOUD_SECRET)).warnings())
                .isEmpty();
        assertThat(Verifier.of(Providers.YCLOUD, secrets(YCLOUD_SECRET, "hunter2hunter2h", YCLOUD_SECRET + "\n"))
                        .warnings())
                .containsExactly(
                        "secret 2 of provider ycloud is shorter than 16 characters and can be guessed; use a longer one",
                        "secret 3 of provider ycloud begins or ends with white space; check how it was copied");
    }

    @Test
    void details_hold_no_text_of_the_request() {
        Headers headers = Headers.of("YCloud-Signature", "t=evil\u001b[31m,s=" + "0".repeat(64));

        assertThat(Samples.ycloud()
                        .verify(SignedRequest.post(headers, BODY), NOW)
                        .toString())
                .contains("TIMESTAMP_MALFORMED")
                .doesNotContain("evil");
    }

    @Test
    void an_unreasonable_clock_does_not_throw() {
        SignedRequest request = signed(Providers.YCLOUD, YCLOUD_SECRET);

        assertThat(outcome(Samples.ycloud().verify(request, Instant.MAX))).isEqualTo("TIMESTAMP_STALE");
        assertThat(outcome(Samples.ycloud().verify(request, Instant.MIN))).isEqualTo("TIMESTAMP_FUTURE");
    }

    @Test
    void one_verifier_serves_many_threads() throws Exception {
        Verifier verifier = Samples.ycloud();
        SignedRequest right = signed(Providers.YCLOUD, YCLOUD_SECRET);
        SignedRequest wrong = signed(Providers.YCLOUD, OTHER_SECRET);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                results.add(threads.submit(() -> {
                    int mistakes = 0;
                    for (int i = 0; i < 2_000; i++) {
                        mistakes += verifier.verify(right, NOW).isVerified() ? 0 : 1;
                        mistakes += verifier.verify(wrong, NOW).isVerified() ? 1 : 0;
                    }
                    return mistakes;
                }));
            }
            for (Future<Integer> result : results) {
                assertThat(result.get()).isZero();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
