package dev.surehook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class NoAnswerTest {
    private static IOException handshake(Exception cause) {
        SSLHandshakeException fault = new SSLHandshakeException("handshake");
        fault.initCause(cause);
        return fault;
    }

    @Test
    void aCertificateThatNobodyKnowsNamesTheWayOut() {
        assertThat(NoAnswer.why(handshake(
                        new CertPathBuilderException("unable to find valid certification path to requested target"))))
                .startsWith("its TLS certificate is not trusted here: no authority")
                .contains("with --cacert");
    }

    @Test
    void aCertificateForAnotherNameIsSaidAsSuch() {
        assertThat(NoAnswer.why(handshake(new CertificateException("No name matching localhost found"))))
                .isEqualTo("its TLS certificate is not trusted here: No name matching localhost found");
    }

    @Test
    void anAnswerThatAsksForTlsIsRecognised() {
        assertThat(NoAnswer.wrongScheme(400, "Client sent an HTTP request to an HTTPS server."))
                .contains("it speaks TLS: use https://");
        assertThat(NoAnswer.wrongScheme(400, "malformed")).isEmpty();
        assertThat(NoAnswer.wrongScheme(401, "this requires TLS")).isEmpty();
    }
}
