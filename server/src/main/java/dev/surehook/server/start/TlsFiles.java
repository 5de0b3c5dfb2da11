package dev.surehook.server.start;

import dev.surehook.engine.tls.KeyPairs;
import dev.surehook.server.settings.TlsSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.ssl.pem.PemContent;

/** Looks at certificate and key before the start: a pair that does not fit starts well and fails every handshake. */
public final class TlsFiles {
    private TlsFiles() {}

    /**
     * What the operator should hear.
     *
     * @throws BadStart with one line, when no handshake could succeed
     */
    public static List<String> check(TlsSettings settings, Instant now) {
        X509Certificate certificate;
        PrivateKey key;
        try {
            certificate = PemContent.load(Path.of(settings.certificate()))
                    .getCertificates()
                    .get(0);
            key = PemContent.load(Path.of(settings.privateKey())).getPrivateKey();
        } catch (IOException | RuntimeException e) {
            throw unusable(settings);
        }
        if (key == null) {
            throw unusable(settings);
        }
        if (!KeyPairs.belongTogether(key, certificate.getPublicKey())) {
            throw BadStart.usage("the TLS key " + settings.privateKey() + " does not belong to the certificate "
                    + settings.certificate() + ": name the two that were issued together; of a chain, the server's own"
                    + " certificate stands first");
        }
        return outOfTime(certificate, now)
                .map(when -> "the TLS certificate " + settings.certificate() + " " + when
                        + ": senders will refuse it until it is replaced")
                .stream()
                .toList();
    }

    static BadStart unusable(TlsSettings settings) {
        return BadStart.usage("the TLS files cannot be used: check that " + settings.certificate()
                + " is a readable PEM certificate chain and " + settings.privateKey()
                + " its PEM key without a password");
    }

    private static Optional<String> outOfTime(X509Certificate certificate, Instant now) {
        Instant begins = certificate.getNotBefore().toInstant();
        Instant ends = certificate.getNotAfter().toInstant();
        if (now.isBefore(begins)) {
            return Optional.of("is not valid before " + begins);
        }
        return now.isAfter(ends) ? Optional.of("has expired at " + ends) : Optional.empty();
    }
}
