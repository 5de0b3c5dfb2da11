package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A certificate and a key, both PEM, are all that TLS needs. */
class TlsTest {
    @TempDir
    Path folder;

    @Test
    void events_arrive_over_tls_also_from_senders_that_use_the_address() throws Exception {
        try (TestingServer server = TestingServer.in(folder)
                .source("ycloud", "ycloud")
                .set("tls.certificate", resource("certificate.pem"))
                .set("tls.private-key", resource("key.pem"))
                .start()) {
            URI url = URI.create("https://127.0.0.1:" + server.port() + "/in/ycloud");
            HttpClient client = HttpClient.newBuilder()
                    .sslContext(trusting("certificate.pem"))
                    .build();
            HttpRequest request =
                    Signed.ycloud("{\"id\":\"e\",\"type\":\"t\"}").to(url).build();

            assertThat(client.send(request, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(204);
            assertThat(server.printed()).contains("POST https://127.0.0.1:");
        }
    }

    private static String resource(String name) throws Exception {
        return Path.of(Objects.requireNonNull(TlsTest.class.getResource("/tls/" + name))
                        .toURI())
                .toString();
    }

    private static SSLContext trusting(String certificate) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream pem = TlsTest.class.getResourceAsStream("/tls/" + certificate)) {
            trusted.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
