package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.server.start.BadStart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each bad start is one line that says what to do, and an exit code. */
class BadStartTest {
    @TempDir
    Path folder;

    private static BadStart failureOf(TestingServer.Starting starting) {
        try (TestingServer server = starting.start()) {
            throw new AssertionError("it started on port " + server.port());
        } catch (BadStart bad) {
            assertThat(bad.line()).doesNotContain("\n").doesNotContain("Exception");
            return bad;
        }
    }

    private TestingServer.Starting ycloud() {
        return TestingServer.in(folder).source("ycloud", "ycloud");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "whsec_"})
    void a_blank_secret_or_a_bare_prefix_B6(String secret) {
        BadStart bad = failureOf(TestingServer.in(folder)
                .set("sources.ycloud.provider", "ycloud")
                .environment("YCLOUD_WEBHOOK_SECRET", secret));

        assertThat(bad.exitCode()).isEqualTo(BadStart.USAGE);
        assertThat(bad.line()).contains("ycloud").containsAnyOf("blank", "only the prefix");
    }

    @Test
    void a_missing_secret_names_the_variable() {
        BadStart bad = failureOf(TestingServer.in(folder).set("sources.my-shop.provider", "ycloud"));

        assertThat(bad.exitCode()).isEqualTo(BadStart.USAGE);
        assertThat(bad.line()).contains("MY_SHOP_WEBHOOK_SECRET");
    }

    @Test
    void an_unknown_provider_names_the_known_ones() {
        BadStart bad = failureOf(TestingServer.in(folder).source("shop", "shopware"));

        assertThat(bad.exitCode()).isEqualTo(BadStart.USAGE);
        assertThat(bad.line()).contains("shopware").contains("wordpane").contains("hmac");
    }

    @Test
    void a_short_api_key() {
        assertThat(failureOf(ycloud().environment("SUREHOOK_API_KEY", "short")).line())
                .contains("SUREHOOK_API_KEY");
    }

    @Test
    void a_sending_profile_or_a_sealing_key_that_cannot_be() {
        assertThat(failureOf(ycloud().set("profiles.shop.jitter", "2")).line())
                .contains("surehook.profiles.shop.jitter");
        assertThat(failureOf(ycloud().environment("SUREHOOK_SEALING_KEY", "short"))
                        .line())
                .contains("SUREHOOK_SEALING_KEY");
    }

    @Test
    void a_port_in_use() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            BadStart bad = failureOf(ycloud().set("port", Integer.toString(other.getLocalPort())));

            assertThat(bad.exitCode()).isEqualTo(BadStart.ENVIRONMENT);
            assertThat(bad.line()).contains("port " + other.getLocalPort()).contains("--port");
        }
    }

    @Test
    void a_data_folder_that_is_a_file() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");

        assertThat(failureOf(ycloud().set("data", file.toString())).line()).contains("--data");
    }

    @Test
    void a_data_folder_that_is_not_writable() throws IOException {
        Path closed = Files.createDirectory(folder.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
        Assumptions.assumeFalse(Files.isWritable(closed), "this user may write everywhere");

        BadStart bad = failureOf(ycloud().set("data", closed.toString()));

        assertThat(bad.exitCode()).isEqualTo(BadStart.ENVIRONMENT);
        assertThat(bad.line()).contains("not writable");
    }

    @Test
    void a_data_folder_that_another_process_has() {
        try (TestingServer first = ycloud().start()) {
            BadStart bad = failureOf(ycloud());

            assertThat(first.port()).isPositive();
            assertThat(bad.exitCode()).isEqualTo(BadStart.ENVIRONMENT);
            assertThat(bad.line()).contains(folder.toString());
        }
    }

    @Test
    void a_postgresql_that_cannot_be_reached() {
        BadStart bad = failureOf(ycloud().set("database.url", "postgres://me:ZZZ9@127.0.0.1:1/x"));

        assertThat(bad.exitCode()).isEqualTo(BadStart.ENVIRONMENT);
        assertThat(bad.line()).contains("127.0.0.1:1").doesNotContain("ZZZ9");
    }

    @Test
    void what_is_written_is_checked_before_a_database_is_asked() {
        BadStart bad = failureOf(ycloud().set("database.url", "postgres://127.0.0.1:1/x")
                .set("sources.ycloud.forward.url", "127.0.0.1:1/"));

        assertThat(bad.exitCode()).isEqualTo(BadStart.USAGE);
        assertThat(bad.line()).contains("source ycloud").contains("forward URL");
    }

    @Test
    void a_forward_secret_that_cannot_sign_is_not_blamed_on_the_source() {
        BadStart bad = failureOf(ycloud().environment("SUREHOOK_FORWARD_SECRET", "hello")
                .set("sources.ycloud.forward.url", "http://127.0.0.1:1/"));

        assertThat(bad.exitCode()).isEqualTo(BadStart.USAGE);
        assertThat(bad.line())
                .startsWith("the forward secret (SUREHOOK_FORWARD_SECRET")
                .doesNotContain("ycloud");
    }

    @Test
    void a_body_size_beyond_every_limit() {
        assertThat(failureOf(ycloud().set("sources.ycloud.max-body-size", "10GB"))
                        .line())
                .contains("source ycloud");
    }

    @Test
    void a_forward_url_or_form_that_cannot_be_used() {
        assertThat(failureOf(ycloud().set("sources.ycloud.forward.url", "ftp://x/"))
                        .line())
                .contains("http");
        assertThat(failureOf(ycloud().set("sources.ycloud.forward.url", "http://127.0.0.1:1/")
                                .set("sources.ycloud.forward.as", "shopware"))
                        .line())
                .contains("shopware")
                .contains("standard");
    }

    @Test
    void a_proxy_that_is_no_address() {
        assertThat(failureOf(ycloud().set("trusted-proxies", "proxy.example.com"))
                        .line())
                .contains("trusted-proxies");
    }

    @Test
    void tls_files_that_cannot_be_used() {
        assertThat(failureOf(ycloud().set(
                                        "tls.certificate",
                                        folder.resolve("none.pem").toString())
                                .set(
                                        "tls.private-key",
                                        folder.resolve("none.key").toString()))
                        .line())
                .contains("TLS");
    }

    @Test
    void a_short_secret_warns_and_starts() {
        try (TestingServer server = TestingServer.in(folder)
                .set("sources.ycloud.provider", "ycloud")
                .environment("YCLOUD_WEBHOOK_SECRET", "short")
                .start()) {
            assertThat(server.printed()).contains("source ycloud: warning: ");
        }
    }
}
