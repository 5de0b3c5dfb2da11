package dev.surehook.signatures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VectorsTest {
    static Stream<Vector> vectors() {
        return Vector.load("vectors.json");
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_published_request_is_judged_as_its_provider_says(Vector vector) {
        Provider provider = Providers.byName(vector.provider()).orElseThrow();

        Verification verification = Verifier.of(provider, vector.secrets()).verify(vector.request(), vector.now());

        assertThat(verification.isVerified()).as("%s", verification).isEqualTo(vector.valid());
    }

    static Stream<Vector> vectorsWithPublicKey() {
        return vectors().filter(Vector::hasPublicKey);
    }

    @ParameterizedTest
    @MethodSource("vectorsWithPublicKey")
    void a_published_asymmetric_signature_verifies_with_the_public_key_alone(Vector vector) {
        Verification verification =
                Verifier.of(Providers.SVIX, vector.publicKey()).verify(vector.request(), vector.now());

        assertThat(verification.isVerified()).isTrue();
    }

    @Test
    void every_provider_has_a_vector() {
        List<String> covered = vectors().map(Vector::provider).distinct().toList();

        assertThat(covered)
                .containsExactlyInAnyOrderElementsOf(
                        Providers.all().stream().map(Provider::name).toList());
    }
}
