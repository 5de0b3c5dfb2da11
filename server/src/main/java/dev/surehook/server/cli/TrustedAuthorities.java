package dev.surehook.server.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Makes of a PEM file the trust in its certificates, and in no others: authorities, or a server's own. */
final class TrustedAuthorities implements ITypeConverter<SSLContext> {

    @Override
    public SSLContext convert(String file) {
        try (InputStream pem = Files.newInputStream(Path.of(file))) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(pem);
            if (certificates.isEmpty()) {
                throw unusable(file);
            }
            return trusting(certificates);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw unusable(file);
        }
    }

    private static SSLContext trusting(Collection<? extends Certificate> certificates)
            throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        int number = 0;
        for (Certificate certificate : certificates) {
            trusted.setCertificateEntry("certificate-" + number++, certificate);
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private static TypeConversionException unusable(String file) {
        return new TypeConversionException("'" + Printable.line(file) + "' holds no readable PEM certificate");
    }
}
