package dev.surehook.server;

import static dev.surehook.server.SendingApi.errors;
import static dev.surehook.server.SendingApi.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a profile of the operator's own changes, over HTTP. */
class ProfileRulesTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private ScriptedReceiver receiver;
    private SendingApi api;

    @BeforeEach
    void start() throws Exception {
        receiver = ScriptedReceiver.start();
        api = new SendingApi(
                SendingApi.settings(folder)
                        .set("profiles.local.envelope.id", "id")
                        .set("profiles.local.envelope.account", "account_id")
                        .set("profiles.local.envelope.payload", "data")
                        .start(),
                TestingServer.API_KEY);
        api.account("acme");
    }

    @AfterEach
    void stop() {
        api.close();
        receiver.close();
    }

    @Test
    void a_payload_is_sent_in_the_profiles_envelope_and_a_test_event_too() {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        api.publish("acme", "e1");
        assertThat(receiver.awaitRequests(1, SOON).get(0).bodyText())
                .isEqualTo("{\"id\":\"e1\",\"account_id\":\"acme\",\"data\":{\"no\":\"e1\"}}");

        String id = json(202, api.post(endpoint + "/test")).get("id").asString();
        ReceivedRequest test = receiver.awaitRequests(2, SOON).get(1);
        assertThat(test.bodyText()).startsWith("{\"id\":\"" + id + "\",\"account_id\":\"acme\",\"data\":{");
    }

    @Test
    void publishing_again_is_a_repeat_and_what_is_no_json_is_refused() {
        String event = "{\"id\":\"e1\",\"type\":\"order.paid\",\"payload\":{}}";
        assertThat(api.post("/accounts/acme/events", event).statusCode()).isEqualTo(202);
        assertThat(api.post("/accounts/acme/events", event).statusCode()).isEqualTo(200);

        HttpResponse<byte[]> refused = api.server()
                .send(api.request("/accounts/acme/events")
                        .header("Content-Type", "text/xml")
                        .header("Surehook-Event-Type", "order.paid")
                        .POST(BodyPublishers.ofString("<a/>")));
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(errors(refused)).containsExactly("payload envelope");
    }
}
