package dev.surehook.server;

import static dev.surehook.server.SendingApi.errors;
import static dev.surehook.server.SendingApi.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.server.start.BadStart;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import dev.surehook.testkit.tls.TestAuthority;
import dev.surehook.testkit.tls.TestProxy;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Private authorities, certificates of our own, a proxy: on a real server, over real TLS. */
class WayOutTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("Private authority");
    private static final TestAuthority.Holder OWN = AUTHORITY.issue("sender");
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @TempDir
    Path files;

    @BeforeEach
    void write() throws IOException {
        write("ca.pem", AUTHORITY.pem());
        write("own.pem", OWN.certificatesPem());
        write("own.key", OWN.keyPem());
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(files.resolve(name), text).toString();
    }

    private String file(String name) {
        return files.resolve(name).toString();
    }

    private TestingServer.Starting settings() {
        return SendingApi.settings(folder)
                .set("targets.authorities", file("ca.pem"))
                .set("targets.identities.partner.certificate", file("own.pem"))
                .set("targets.identities.partner.private-key", file("own.key"));
    }

    private static SendingApi started(TestingServer.Starting settings) {
        SendingApi api = new SendingApi(settings.start(), TestingServer.API_KEY);
        api.account("acme");
        return api;
    }

    private static String https(ScriptedReceiver receiver) {
        return "https://localhost:" + receiver.port() + "/hook";
    }

    /** What the last attempt of the account's only delivery came to. */
    private static String reason(SendingApi api, String delivery) {
        JsonNode attempts = api.look(delivery).get("attempts");
        return attempts.get(attempts.size() - 1).get("detail").asString();
    }

    @Test
    void a_receiver_of_a_private_authority_is_reached_where_that_is_trusted() {
        try (ScriptedReceiver receiver =
                ScriptedReceiver.startTls(AUTHORITY.issue("localhost").context())) {
            try (SendingApi api = started(SendingApi.settings(folder))) {
                api.endpoint("acme", "{\"url\":\"" + https(receiver) + "\"}");
                api.publish("acme", "e1");
                assertThat(reason(api, api.awaitOnly("acme", "failed"))).contains("the certificate is not trusted");
            }
            try (SendingApi api = started(settings())) {
                String delivery = api.awaitOnly("acme", "failed");
                json(202, api.post(delivery + "/resend"));
                api.await(delivery, "delivered");
                assertThat(receiver.requests()).hasSize(1);
            }
        }
    }

    @Test
    void an_endpoint_shows_the_certificate_that_it_names_and_no_other_does() throws Exception {
        try (ScriptedReceiver receiver = ScriptedReceiver.startMutualTls(
                        AUTHORITY.issue("localhost").context(AUTHORITY));
                SendingApi api = started(settings())) {
            HttpResponse<byte[]> unknown = api.post(
                    "/accounts/acme/endpoints", "{\"url\":\"" + https(receiver) + "\",\"client_identity\":\"nobody\"}");
            assertThat(unknown.statusCode()).isEqualTo(422);
            assertThat(errors(unknown)).containsExactly("client_identity unknown");
            String endpoint = api.endpoint("acme", "{\"url\":\"" + https(receiver) + "\"}");
            assertThat(api.look(endpoint).has("client_identity")).isFalse();
            api.publish("acme", "e1");
            String delivery = api.awaitOnly("acme", "failed");

            JsonNode changed = json(200, api.send("PATCH", endpoint, "{\"client_identity\":\"partner\"}"));
            assertThat(changed.get("client_identity").asString()).isEqualTo("partner");
            assertThat(json(200, api.send("PATCH", endpoint, "{\"name\":\"shop\"}"))
                            .get("client_identity")
                            .asString())
                    .isEqualTo("partner");
            json(202, api.post(delivery + "/resend"));
            api.await(delivery, "delivered");

            assertThat(receiver.requests()).hasSize(1);
            assertThat(json(200, api.send("PATCH", endpoint, "{\"client_identity\":null}"))
                            .has("client_identity"))
                    .isFalse();
            assertThat(new String(api.get(delivery).body(), StandardCharsets.UTF_8))
                    .doesNotContain("PRIVATE KEY");
        }
        String secretLine = OWN.keyPem().lines().skip(1).findFirst().orElseThrow();
        try (Stream<Path> kept = Files.walk(folder)) {
            for (Path path : kept.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(path, StandardCharsets.ISO_8859_1)).doesNotContain(secretLine);
            }
        }
    }

    @Test
    void an_identity_that_is_not_there_any_more_fails_the_attempt_and_says_so() {
        try (ScriptedReceiver receiver =
                ScriptedReceiver.startTls(AUTHORITY.issue("localhost").context())) {
            try (SendingApi api = started(settings())) {
                api.endpoint("acme", "{\"url\":\"" + https(receiver) + "\",\"client_identity\":\"partner\"}");
            }
            try (SendingApi api = started(SendingApi.settings(folder))) {
                api.publish("acme", "e1");
                assertThat(reason(api, api.awaitOnly("acme", "failed")))
                        .startsWith("there is no client identity \"partner\" on this node");
                assertThat(receiver.requests()).isEmpty();
            }
        }
    }

    @Test
    void everything_goes_through_the_proxy_which_is_told_who_we_are() throws Exception {
        try (ScriptedReceiver receiver =
                        ScriptedReceiver.startTls(AUTHORITY.issue("localhost").context());
                TestProxy proxy = new TestProxy()) {
            proxy.require("surehook", "ZZZ9");
            TestingServer.Starting settings = settings()
                    .set("targets.proxy.url", "http://127.0.0.1:" + proxy.port())
                    .set("targets.proxy.user", "surehook")
                    .environment("SUREHOOK_TARGETS_PROXY_PASSWORD", "ZZZ9");
            try (SendingApi api = started(settings)) {
                api.endpoint("acme", "{\"url\":\"" + https(receiver) + "\"}");
                api.publish("acme", "e1");
                receiver.awaitRequests(1, SOON);
                String delivery = api.awaitOnly("acme", "delivered");

                assertThat(proxy.asked())
                        .singleElement()
                        .asString()
                        .doesNotContain("localhost")
                        .endsWith(":" + receiver.port());
                assertThat(new String(api.get(delivery).body(), StandardCharsets.UTF_8))
                        .doesNotContain("ZZZ9");
                assertThat(api.server().printed()).doesNotContain("ZZZ9");
            }
            try (SendingApi api = started(settings.set("targets.proxy.trusted", "true"))) {
                api.publish("acme", "e2");
                receiver.awaitRequests(2, SOON);
                assertThat(proxy.asked()).hasSize(2);
                assertThat(proxy.asked().get(1)).isEqualTo("localhost:" + receiver.port());
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "authorities            | none.pem            | surehook.targets.authorities: the file",
                "authorities            | own.key             | no certificate: PEM begins with",
                "identities.p.certificate | own.pem           | surehook.targets.identities.p needs both",
                "proxy.url              | https://proxy:1     | surehook.targets.proxy.url: the proxy is written http://host:port",
                "proxy.url              | http://u:ZZZ9@proxy:1 | surehook.targets.proxy.url: the proxy is written http://host:port",
                "proxy.url              | proxy.test:3128     | surehook.targets.proxy.url: the proxy is written http://host:port",
                "proxy.user             | u                   | surehook.targets.proxy.url: the proxy has other settings and no url"
            })
    void what_cannot_be_used_stops_the_start_in_one_line(String key, String value, String line) {
        String written = value.endsWith(".pem") || value.endsWith(".key") ? file(value) : value;

        assertThatThrownBy(() -> SendingApi.settings(folder)
                        .set("targets." + key, written)
                        .start())
                .isInstanceOfSatisfying(
                        BadStart.class, bad -> assertThat(bad.exitCode()).isEqualTo(BadStart.USAGE))
                .hasMessageContaining(line)
                .hasMessageNotContaining("ZZZ9")
                .hasMessageNotContaining("\n");
        assertThat(folder.resolve("surehook.db")).doesNotExist();
    }

    @Test
    void a_key_of_another_certificate_stops_the_start_and_an_expired_one_is_a_warning() throws Exception {
        write("own.key", AUTHORITY.issue("sender").keyPem());
        assertThatThrownBy(() -> settings().start())
                .isInstanceOf(BadStart.class)
                .hasMessageStartingWith(
                        "surehook.targets.identities.partner: the key does not belong to the certificate");
        TestAuthority.Holder old = AUTHORITY.issue("sender", Instant.now().minus(Duration.ofDays(3)));
        write("own.pem", old.certificatesPem());
        write("own.key", old.keyPem());
        try (TestingServer server = settings().start()) {
            assertThat(server.printed())
                    .contains("warning: surehook.targets.identities.partner: the certificate ")
                    .contains("has expired at");
        }
    }
}
