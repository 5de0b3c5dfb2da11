package dev.surehook.signatures;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class SignatureProperties {
    private static final Map<Provider, Verifier> VERIFIERS = new LinkedHashMap<>();
    private static final Map<Provider, Signer> SIGNERS = new LinkedHashMap<>();

    static {
        for (Provider provider : TestProviders.all()) {
            VERIFIERS.put(provider, Verifier.of(provider, TestProviders.secrets(provider)));
            SIGNERS.put(provider, Signer.of(provider, TestProviders.secrets(provider)));
        }
    }

    private static Verifier verifier(Provider provider) {
        return Objects.requireNonNull(VERIFIERS.get(provider));
    }

    private static Signer signer(Provider provider) {
        return Objects.requireNonNull(SIGNERS.get(provider));
    }

    @Provide
    Arbitrary<Provider> providers() {
        return Arbitraries.of(TestProviders.all());
    }

    @Provide
    Arbitrary<String> ids() {
        return Arbitraries.strings().withCharRange('!', '~').ofMinLength(1).ofMaxLength(128);
    }

    /** Header names that matter, and values made of pieces that matter. */
    @Provide
    Arbitrary<List<Map.Entry<String, String>>> hostileHeaders() {
        List<String> names = TestProviders.all().stream()
                .flatMap(provider ->
                        signer(provider).sign("evt_1", Samples.NOW, "POST", "", Samples.BODY).lines().stream())
                .map(Map.Entry::getKey)
                .distinct()
                .toList();
        Arbitrary<String> piece = Arbitraries.oneOf(
                Arbitraries.of("t=", "s=", "v1=", "v1,", "v1a,", "sha256=", ",", ";", "=", " ", "\t", "1762224357"),
                Arbitraries.of(Samples.sign(Samples.BODY), "0".repeat(64), "A".repeat(43) + "=", "A".repeat(86) + "=="),
                Arbitraries.strings().ofMaxLength(8));
        Arbitrary<String> value = piece.list().ofMaxSize(8).map(pieces -> String.join("", pieces));
        return Combinators.combine(Arbitraries.of(names), value)
                .as(Map::entry)
                .list()
                .ofMaxSize(6);
    }

    @Property
    void no_request_makes_a_verifier_throw_and_none_is_believed(
            @ForAll("providers") Provider provider,
            @ForAll("hostileHeaders") List<Map.Entry<String, String>> headers,
            @ForAll @Size(max = 64) byte[] body) {
        // The pieces hold one right signature, of the sample body.
        Assume.that(!Arrays.equals(body, Samples.BODY));
        SignedRequest request = SignedRequest.post(Headers.of(headers), body);

        assertThat(verifier(provider).verify(request, Samples.NOW).isVerified()).isFalse();
    }

    @Property
    void what_is_signed_verifies(
            @ForAll("providers") Provider provider,
            @ForAll("ids") String id,
            @ForAll @LongRange(min = 100_000_000, max = 99_999_999_999L) long seconds,
            @ForAll String url,
            @ForAll byte[] body) {
        Instant time = Instant.ofEpochSecond(seconds);
        Headers headers = signer(provider).sign(id, time, "PUT", url, body);

        Verification verification = verifier(provider).verify(new SignedRequest("PUT", url, headers, body), time);

        assertThat(verification.isVerified()).as("%s", verification).isTrue();
    }

    @Property
    void any_flipped_bit_of_the_body_refuses(
            @ForAll("providers") Provider provider,
            @ForAll @Size(min = 1, max = 200) byte[] body,
            @ForAll @IntRange(max = 199) int at,
            @ForAll @IntRange(max = 7) int bit) {
        Headers headers = signer(provider).sign("evt_1", Samples.NOW, "POST", "", body);
        byte[] flipped = body.clone();
        flipped[at % body.length] ^= (byte) (1 << bit);

        assertThat(outcome(provider, headers, flipped)).isEqualTo("SIGNATURE_MISMATCH");
    }

    /** Covers signature, timestamp and id, wherever they stand, with every character and key around them. */
    @Property
    void any_flipped_bit_of_a_signed_header_refuses(
            @ForAll("providers") Provider provider,
            @ForAll @IntRange(max = 3) int line,
            @ForAll @IntRange(max = 300) int at,
            @ForAll @IntRange(max = 6) int bit) {
        List<Map.Entry<String, String>> lines =
                new ArrayList<>(signer(provider).sign("evt_1", Samples.NOW, "POST", "", Samples.BODY).lines().stream()
                        .filter(header -> TestProviders.isSigned(provider, header.getKey()))
                        .toList());
        Map.Entry<String, String> chosen = lines.get(line % lines.size());
        byte[] value = chosen.getValue().getBytes(ISO_8859_1);
        value[at % value.length] ^= (byte) (1 << bit);
        String flipped = new String(value, ISO_8859_1);
        // Hex may be written in either case.
        Assume.that(!TestProviders.isHex(provider) || !isSameHex(chosen.getValue(), flipped, at % value.length));
        lines.set(line % lines.size(), Map.entry(chosen.getKey(), flipped));

        assertThat(outcome(provider, Headers.of(lines), Samples.BODY)).isNotEqualTo("VERIFIED");
    }

    private static boolean isSameHex(String one, String other, int at) {
        return one.equalsIgnoreCase(other) && Character.digit(one.charAt(at), 16) >= 10;
    }

    private static String outcome(Provider provider, Headers headers, byte[] body) {
        return Samples.outcome(verifier(provider).verify(SignedRequest.post(headers, body), Samples.NOW));
    }
}
