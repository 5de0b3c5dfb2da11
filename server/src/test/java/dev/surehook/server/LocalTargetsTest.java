package dev.surehook.server;

import static dev.surehook.server.SendingApi.errors;
import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One setting is enough to try sending on one's own machine, and it opens nothing else. */
class LocalTargetsTest {
    private static final String ENDPOINTS = "/accounts/acme/endpoints";

    @TempDir
    Path folder;

    private SendingApi start(boolean local) {
        SendingApi api = new SendingApi(
                TestingServer.in(folder)
                        .set("targets.allow-local", Boolean.toString(local))
                        .start(),
                TestingServer.API_KEY);
        api.account("acme");
        return api;
    }

    private static HttpResponse<byte[]> add(SendingApi api, String url) {
        return api.post(ENDPOINTS, "{\"url\":\"" + url + "\"}");
    }

    @Test
    void one_setting_opens_this_machine_without_tls() throws Exception {
        try (ScriptedReceiver receiver = ScriptedReceiver.start();
                SendingApi api = start(true)) {
            for (String host : List.of("127.0.0.1", "localhost")) {
                api.endpoint("acme", "{\"url\":\"http://" + host + ":" + receiver.port() + "/\"}");
            }
            api.publish("acme", "e1");

            assertThat(receiver.awaitRequests(2, Duration.ofSeconds(20))).hasSize(2);
            assertThat(api.server().printed()).contains("warning: surehook.targets.allow-local: ");
        }
    }

    @Test
    void nothing_else_is_opened() {
        try (SendingApi api = start(true)) {
            assertThat(errors(add(api, "http://hooks.example.com/"))).containsExactly("url url-https-only");
            assertThat(errors(add(api, "http://10.0.0.1/"))).containsExactly("url url-https-only");
            assertThat(errors(add(api, "http://169.254.169.254/"))).containsExactly("url url-https-only");
            assertThat(errors(add(api, "https://10.0.0.1/"))).hasSize(1);
            assertThat(errors(add(api, "https://169.254.169.254/"))).containsExactly("url address-metadata");
        }
    }

    @Test
    void it_is_off_unless_it_is_set_and_what_was_added_with_it_is_not_sent_to_without_it() {
        try (ScriptedReceiver receiver = ScriptedReceiver.start()) {
            String url = receiver.url("/").toString();
            try (SendingApi api = start(true)) {
                api.endpoint("acme", "{\"url\":\"" + url + "\"}");
            }
            try (SendingApi api = start(false)) {
                assertThat(api.server().printed()).doesNotContain("allow-local");
                assertThat(errors(add(api, url))).containsExactly("url url-https-only");
                api.publish("acme", "e1");
                String delivery = api.awaitOnly("acme", "retrying");
                assertThat(api.look(delivery)
                                .get("attempts")
                                .get(0)
                                .get("detail")
                                .asString())
                        .contains("surehook.targets.allow");
                assertThat(receiver.requests()).isEmpty();
            }
        }
    }
}
