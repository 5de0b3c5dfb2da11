package dev.surehook.server.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.surehook.server.settings.TlsSettings;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsFilesTest {
    private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

    @TempDir
    Path folder;

    private static String resource(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(TlsFilesTest.class.getResource("/tls/" + name))
                        .toURI())
                .toString();
    }

    private static TlsSettings pair() throws URISyntaxException {
        return new TlsSettings(resource("certificate.pem"), resource("key.pem"));
    }

    @Test
    void a_pair_that_fits_is_nothing_to_speak_of() throws URISyntaxException {
        assertThat(TlsFiles.check(pair(), NOW)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA", "Ed25519"})
    void a_key_of_another_certificate_is_refused_before_the_first_handshake(String algorithm)
            throws IOException, NoSuchAlgorithmException, URISyntaxException {
        byte[] other = KeyPairGenerator.getInstance(algorithm)
                .generateKeyPair()
                .getPrivate()
                .getEncoded();
        Path key = Files.writeString(
                folder.resolve("other.pem"),
                "-----BEGIN PRIVATE KEY-----\n" + Base64.getMimeEncoder().encodeToString(other)
                        + "\n-----END PRIVATE KEY-----\n");
        TlsSettings settings = new TlsSettings(resource("certificate.pem"), key.toString());

        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> TlsFiles.check(settings, NOW))
                .withMessageContaining("does not belong to the certificate")
                .withMessageContaining(key.toString())
                .satisfies(bad -> assertThat(bad.exitCode()).isEqualTo(BadStart.USAGE));
    }

    @Test
    void a_file_that_holds_something_else_is_refused() throws URISyntaxException {
        TlsSettings exchanged = new TlsSettings(resource("key.pem"), resource("certificate.pem"));

        assertThatExceptionOfType(BadStart.class)
                .isThrownBy(() -> TlsFiles.check(exchanged, NOW))
                .withMessageContaining("the TLS files cannot be used");
    }

    @Test
    void a_certificate_outside_of_its_time_is_a_warning() throws URISyntaxException {
        assertThat(TlsFiles.check(pair(), Instant.parse("2200-01-01T00:00:00Z")))
                .singleElement()
                .asString()
                .contains("has expired at 2126-");
        assertThat(TlsFiles.check(pair(), Instant.parse("2020-01-01T00:00:00Z")))
                .singleElement()
                .asString()
                .contains("is not valid before 2026-");
    }
}
