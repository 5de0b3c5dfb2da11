package dev.surehook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    private static Shell list(String url, String... more) {
        List<String> all = new ArrayList<>(List.of("list", "--url", url, "--api-key", RunningServer.API_KEY));
        all.addAll(List.of(more));
        return Shell.run(new EventsCommand(), all.toArray(new String[0]));
    }

    private static Shell send(String url, String... more) {
        List<String> all = new ArrayList<>(List.of("ycloud", "--to", url + "/in/ycloud"));
        all.addAll(List.of(more));
        return Shell.run(new SendCommand(name -> RunningServer.SECRET), all.toArray(new String[0]));
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
        String expected = "its TLS certificate is not trusted here: no authority that is trusted has signed it";

        assertThat(list(server.url()).err()).contains(expected).doesNotContain("PKIX");
        assertThat(send(server.url()).out()).contains(expected).doesNotContain("PKIX");
    }

    @Test
    void aCertificateThatIsNamedIsTrusted() throws URISyntaxException {
        String own = resource("certificate.pem");

        assertThat(send(server.url(), "--cacert", own, "--type", "contact.created"))
                .returns(0, Shell::exitCode)
                .satisfies(sent -> assertThat(sent.out()).startsWith("204"));
        assertThat(list(server.url(), "--cacert", own).out()).contains("contact.created");
    }

    @Test
    void aFileWithoutCertificateIsNoTrust() throws URISyntaxException {
        for (String file : List.of(resource("key.pem"), "no-such-file.pem")) {
            assertThat(send(server.url(), "--cacert", file))
                    .returns(2, Shell::exitCode)
                    .satisfies(sent -> assertThat(sent.err()).contains("holds no readable PEM certificate"));
        }
    }
}
