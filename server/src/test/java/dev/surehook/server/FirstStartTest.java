package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.surehook.server.start.BadStart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstStartTest {
    @TempDir
    Path folder;

    private TestingServer.Starting forwarding() {
        return TestingServer.in(folder)
                .source("ycloud", "ycloud")
                .set("sources.ycloud.forward.url", "http://127.0.0.1:1/x?token=ZZZ9");
    }

    @Test
    void the_forward_secret_is_made_once_for_this_user_only_and_its_value_is_not_printed() throws IOException {
        Path file = folder.resolve("forward-secret");
        try (TestingServer server = forwarding().start()) {
            assertThat(server.printed()).contains(file.toString()).doesNotContain("whsec_");
        }
        String made = Files.readString(file);
        assertThat(made).startsWith("whsec_").hasSize("whsec_".length() + 44 + 1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");

        try (TestingServer server = forwarding().start()) {
            assertThat(server.printed()).contains(file.toString());
        }
        assertThat(Files.readString(file)).isEqualTo(made);
    }

    @Test
    void the_api_key_is_printed_once_and_holds_afterwards() {
        String printed;
        try (TestingServer server =
                forwarding().environment("SUREHOOK_API_KEY", "").start()) {
            printed = server.printed();
        }
        String key = printed.lines()
                .filter(line -> line.startsWith("API key"))
                .map(line -> line.substring(line.indexOf("sk_")))
                .findFirst()
                .orElseThrow();
        try (TestingServer server =
                forwarding().environment("SUREHOOK_API_KEY", "").start()) {
            assertThat(server.printed()).doesNotContain("API key");
            assertThat(server.send(HttpRequest.newBuilder(server.url("/api/v1/sources"))
                                    .header("X-API-Key", key))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_start_that_fails_leaves_the_api_key_to_the_next_one() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatExceptionOfType(BadStart.class)
                    .isThrownBy(() -> forwarding()
                            .environment("SUREHOOK_API_KEY", "")
                            .set("port", Integer.toString(other.getLocalPort()))
                            .start());
        }
        try (TestingServer server =
                forwarding().environment("SUREHOOK_API_KEY", "").start()) {
            assertThat(server.printed()).contains("API key (shown only now): sk_");
        }
    }

    @Test
    void the_start_says_where_the_events_are_and_what_has_no_effect() {
        try (TestingServer server =
                forwarding().environment("SUREHOOK_HOTS", "::1").start()) {
            assertThat(server.printed())
                    .contains("Store: SQLite in " + folder.toAbsolutePath())
                    .contains("warning: SUREHOOK_HOTS in the environment is no setting");
        }
    }

    @Test
    void the_start_says_where_to_send_and_where_it_goes_without_the_query() {
        try (TestingServer server = forwarding().start()) {
            String base = "http://127.0.0.1:" + server.port();
            assertThat(server.printed())
                    .contains("source ycloud: POST " + base + "/in/ycloud → http://127.0.0.1:1/x?***")
                    .contains("listens on " + base)
                    .doesNotContain("ZZZ9");
        }
    }
}
