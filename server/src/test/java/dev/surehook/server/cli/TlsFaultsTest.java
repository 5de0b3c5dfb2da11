package dev.surehook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands towards a server with TLS and a certificate that this Java does not know. */
class TlsFaultsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static RunningServer server;

    @BeforeAll
    static void start() throws URISyntaxException {
        server = RunningServer.start(
                folder.resolve("data"),
                Map.of(
                        "surehook.tls.certificate", resource("certificate.pem"),
                        "surehook.tls.private-key", resource("key.pem")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String resource(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(TlsFaultsTest.class.getResource("/tls/" + name))
                        .toURI())
                .toString();
    }

    private static Shell list(String url) {
        return Shell.run(new EventsCommand(), "list", "--url", url, "--api-key", RunningServer.API_KEY);
    }

    private static Shell send(String url) {
        return Shell.run(new SendCommand(name -> RunningServer.SECRET), "ycloud", "--to", url + "/in/ycloud");
    }

    private static String plain() {
        return server.url().replace("https:", "http:");
    }

    @Test
    void plainHttpTowardsTlsIsToldToUseHttps() {
        assertThat(list(plain()).err()).contains("TLS", "use https://").doesNotContain("Exception", "parser");
        assertThat(send(plain()).out()).contains("TLS", "use https://").doesNotContain("Exception", "parser");
    }

    @Test
    void aCertificateThatIsNotTrustedIsSaidAsSuch() {
        String expected = "its TLS certificate is not trusted here: no authority that this Java knows has signed it";

        assertThat(list(server.url()).err()).contains(expected).doesNotContain("PKIX");
        assertThat(send(server.url()).out()).contains(expected).doesNotContain("PKIX");
    }
}
