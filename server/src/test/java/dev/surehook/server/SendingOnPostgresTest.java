package dev.surehook.server;

import static dev.surehook.server.SendingApi.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.secret.SealingKeys;
import dev.surehook.server.start.BadStart;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class SendingOnPostgresTest {
    @TempDir
    Path folder;

    private TestingServer.Starting settings(EmbeddedPostgres database) {
        return SendingApi.settings(folder).set("database.url", database.getJdbcUrl("postgres", "postgres"));
    }

    /** As in production: the embedded defaults switch durability off, and the server refuses that. */
    private static EmbeddedPostgres.Builder durable() {
        return EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on");
    }

    @Test
    void an_event_is_published_sent_and_shown_by_two_nodes_on_one_database() throws Exception {
        String key = SealingKeys.make();
        try (EmbeddedPostgres database = durable().start();
                ScriptedReceiver receiver = ScriptedReceiver.start()) {
            try (SendingApi keyless = new SendingApi(settings(database).start(), TestingServer.API_KEY)) {
                HttpResponse<byte[]> refused = keyless.post("/accounts", "{\"account\":\"acme\"}");

                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(json(refused).get("detail").asString()).contains("SUREHOOK_SEALING_KEY");
                assertThat(keyless.get("/accounts/acme").statusCode()).isEqualTo(404);
            }
            try (SendingApi one = new SendingApi(
                            settings(database)
                                    .environment("SUREHOOK_SEALING_KEY", key)
                                    .start(),
                            TestingServer.API_KEY);
                    SendingApi two = new SendingApi(
                            settings(database)
                                    .environment("SUREHOOK_SEALING_KEY", key)
                                    .start(),
                            TestingServer.API_KEY)) {
                one.account("acme");
                String endpoint = one.endpoint("acme", receiver.url("/hook"));
                String event = two.publish("acme", "e1");

                receiver.awaitRequests(1, Duration.ofSeconds(20));
                String delivery = one.awaitOnly("acme", "delivered");
                json(202, two.post(delivery + "/resend"));
                receiver.awaitRequests(2, Duration.ofSeconds(20));
                two.await(delivery, "delivered");
                json(202, two.post(endpoint + "/test"));
                receiver.awaitRequests(3, Duration.ofSeconds(20));
                JsonNode shown = two.look("/accounts/acme/events/" + event);
                assertThat(shown.get("deliveries")).hasSize(1);
                assertThat(one.delete(endpoint).statusCode()).isEqualTo(204);
                keys(one, two);
            }
            assertThatThrownBy(() -> settings(database).start())
                    .isInstanceOf(BadStart.class)
                    .hasMessageContaining("SUREHOOK_SEALING_KEY");
        }
    }

    /** One revoked at one node opens nothing at the other; an answer of one is replayed by the other. */
    private static void keys(SendingApi one, SendingApi two) {
        HttpResponse<byte[]> made = keyed(one);
        assertThat(keyed(two).body()).isEqualTo(made.body());
        String key = json(201, made).get("key").asString();
        assertThat(two.as(key).get("/accounts/acme").statusCode()).isEqualTo(200);
        one.delete("/keys/" + json(made).get("ref").asString());
        assertThat(two.as(key).get("/accounts/acme").statusCode()).isEqualTo(401);
    }

    private static HttpResponse<byte[]> keyed(SendingApi api) {
        return api.server()
                .send(api.request("/keys")
                        .header("Idempotency-Key", "k1")
                        .POST(BodyPublishers.ofString("{\"account\":\"acme\"}")));
    }
}
