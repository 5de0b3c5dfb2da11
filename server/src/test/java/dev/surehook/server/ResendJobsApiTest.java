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
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Many deliveries of an account are sent once more. */
class ResendJobsApiTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String RESENDS = "/accounts/acme/resends";

    @TempDir
    Path folder;

    private SendingApi api;
    private ScriptedReceiver receiver;

    @BeforeEach
    void start() {
        receiver = ScriptedReceiver.start();
        api = SendingApi.in(folder);
        api.account("acme");
    }

    @AfterEach
    void stop() {
        api.close();
        receiver.close();
    }

    private JsonNode done(JsonNode job) {
        String path = "/accounts/acme/jobs/" + job.get("ref").asString();
        Eventually.holds(() -> api.look(path).get("state").asString().equals("done"));
        return api.look(path);
    }

    private void awaitStates(String... states) {
        Eventually.holds(() -> api.deliveries("acme").stream()
                .map(delivery -> delivery.get("state").asString())
                .toList()
                .equals(List.of(states)));
    }

    @Test
    void an_endpoint_that_was_down_is_recovered_since_a_time() {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        api.publish("acme", "fine");
        awaitStates("delivered");
        receiver.respond(503);
        api.publish("acme", "missed");
        awaitStates("failed", "delivered");
        receiver.respond(204);
        int before = receiver.requests().size();

        JsonNode job = json(202, api.post(endpoint + "/recover", "{\"since\":\"2026-01-01T00:00:00Z\"}"));
        assertThat(job.get("kind").asString()).isEqualTo("recover");
        assertThat(job.get("created_by").asString()).isEqualTo("operator");
        JsonNode counts = done(job).get("counts");

        assertThat(counts.get("queued").asInt()).isEqualTo(1);
        assertThat(counts.get("looked_at").asInt()).isEqualTo(1);
        awaitStates("delivered", "delivered");
        List<ReceivedRequest> after =
                receiver.requests().subList(before, receiver.requests().size());
        assertThat(after).extracting(request -> request.header("webhook-id")).containsExactly("missed");
        JsonNode nothing = json(
                202,
                api.post(endpoint + "/recover", "{\"since\":\"" + Instant.now().minusMillis(1) + "\"}"));
        assertThat(done(nothing).get("counts").get("queued").asInt()).isZero();
    }

    @Test
    void the_backlog_of_an_endpoint_leaves_once_it_is_on_again_and_not_before() {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        api.post(endpoint + "/disable");
        api.publish("acme", "e1");
        awaitStates("not_sent");
        HttpResponse<byte[]> refused = api.post(endpoint + "/resume-backlog");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(errors(refused)).containsExactly("status endpoint-status");
        api.post(endpoint + "/enable");

        done(json(202, api.post(endpoint + "/resume-backlog")));
        assertThat(receiver.awaitRequests(1, SOON).get(0).header("webhook-id")).isEqualTo("e1");
    }

    @Test
    void a_filter_says_what_is_resent() {
        String one = api.endpoint("acme", receiver.url("/one"));
        api.endpoint("acme", receiver.url("/two"));
        api.publish("acme", "e1");
        awaitStates("delivered", "delivered");
        String ref = one.substring(one.lastIndexOf('/') + 1);

        JsonNode job = json(202, api.post(RESENDS, "{\"states\":[\"delivered\"],\"endpoint\":\"" + ref + "\"}"));
        assertThat(job.get("filter").get("endpoint").asString()).isEqualTo(ref);
        assertThat(done(job).get("counts").get("queued").asInt()).isEqualTo(1);
        assertThat(receiver.awaitRequests(3, SOON).get(2).target()).isEqualTo("/one");
        JsonNode none = json(202, api.post(RESENDS, "{\"states\":[\"delivered\"],\"type\":\"other\"}"));
        assertThat(done(none).get("counts").get("queued").asInt()).isZero();
        assertThat(api.look("/accounts/acme/jobs").get("jobs")).hasSize(2);
    }

    @Test
    void a_repeated_call_makes_one_job() {
        for (int i = 0; i < 2; i++) {
            json(
                    202,
                    api.server()
                            .send(api.request(RESENDS)
                                    .header("Content-Type", "application/json")
                                    .header("Idempotency-Key", "once")
                                    .POST(BodyPublishers.ofString("{\"states\":[\"failed\"]}"))));
        }
        assertThat(api.look("/accounts/acme/jobs").get("jobs")).hasSize(1);
    }

    @Test
    void a_job_that_waits_for_its_endpoint_is_cancelled_and_queues_no_more() {
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        api.post(endpoint + "/disable");
        for (int i = 0; i < 510; i++) {
            api.publish("acme", "e" + i);
        }
        Eventually.holds(() -> count("not_sent") == 500);
        api.post(endpoint + "/enable");
        api.post(endpoint + "/pause");
        String job = "/accounts/acme/jobs/"
                + json(202, api.post(endpoint + "/resume-backlog")).get("ref").asString();
        Eventually.holds(() -> queued(api.look(job)) == 500);

        JsonNode cancelled = json(200, api.post(job + "/cancel"));
        assertThat(cancelled.get("state").asString()).isEqualTo("cancelled");
        assertThat(queued(cancelled)).isEqualTo(500);
        assertThat(count("not_sent")).isEqualTo(10);
        HttpResponse<byte[]> late = api.post(job + "/cancel");
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(errors(late)).containsExactly("state job-state");
    }

    private static int queued(JsonNode job) {
        return job.get("counts").get("queued").asInt();
    }

    /** Up to 500. */
    private int count(String state) {
        return api.look("/accounts/acme/deliveries?limit=500&state=" + state)
                .get("deliveries")
                .size();
    }

    @Test
    void what_is_wrong_with_a_filter_is_said_by_field_and_rule() {
        assertThat(errors(api.post(RESENDS, "{}"))).containsExactly("states missing");
        assertThat(errors(api.post(RESENDS, "{\"states\":[]}"))).containsExactly("states missing");
        assertThat(errors(api.post(RESENDS, "{\"states\":null}"))).containsExactly("states missing");
        assertThat(errors(api.post(RESENDS, "{\"states\":\"failed\"}"))).containsExactly("states form");
        assertThat(errors(api.post(RESENDS, "{\"states\":[\"waiting\"],\"typ\":1,\"endpoint\":\"x\",\"type\":\"a*\"}")))
                .containsExactlyInAnyOrder("states unknown", "typ unknown", "endpoint unknown", "type form");
        assertThat(
                        errors(
                                api.post(
                                        RESENDS,
                                        "{\"states\":[\"failed\"],\"since\":\"2026-01-02T00:00:00Z\",\"until\":\"2026-01-01T00:00:00Z\"}")))
                .containsExactly("until order");
        String endpoint = api.endpoint("acme", receiver.url("/hook"));
        assertThat(errors(api.post(endpoint + "/recover", "{}"))).containsExactly("since missing");
        assertThat(errors(api.post(endpoint + "/recover", "{\"since\":null}"))).containsExactly("since missing");
        assertThat(errors(api.post(endpoint + "/recover", "{\"since\":\"yesterday\"}")))
                .containsExactly("since form");
        assertThat(errors(api.post(endpoint + "/recover", "{\"since\":\"2999-01-01T00:00:00Z\"}")))
                .containsExactly("since future");
        assertThat(errors(api.post(endpoint + "/resume-backlog", "{\"since\":\"2026-01-01T00:00:00Z\"}")))
                .containsExactly("since unknown");
    }

    @Test
    void G5_an_endpoint_of_another_account_is_not_there() {
        api.account("other");
        String theirs = api.endpoint("other", receiver.url("/hook"));
        String ref = theirs.substring(theirs.lastIndexOf('/') + 1);
        assertThat(errors(api.post(RESENDS, "{\"states\":[\"failed\"],\"endpoint\":\"" + ref + "\"}")))
                .containsExactly("endpoint unknown");
        assertThat(api.post("/accounts/acme/endpoints/" + ref + "/resume-backlog")
                        .statusCode())
                .isEqualTo(404);
    }
}
