package dev.surehook.server;

import static dev.surehook.server.SendingApi.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayedAnswersTest {
    private static final String ENDPOINT = "{\"url\":\"http://127.0.0.1:9/hook\"}";

    @TempDir
    Path folder;

    private SendingApi api;

    @BeforeEach
    void start() {
        api = SendingApi.in(folder);
        api.account("acme");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private HttpResponse<byte[]> post(SendingApi as, String path, String key, String json) {
        return as.server()
                .send(as.request(path)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.ofString(json)));
    }

    @Test
    void the_same_request_with_the_same_key_is_answered_alike_and_done_once() {
        HttpResponse<byte[]> first = post(api, "/accounts/acme/endpoints", "k1", ENDPOINT);
        HttpResponse<byte[]> again = post(api, "/accounts/acme/endpoints", "k1", ENDPOINT);

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.headers().firstValue("Content-Type"))
                .isEqualTo(first.headers().firstValue("Content-Type"));
        assertThat(again.headers().firstValue("Location"))
                .isEqualTo(first.headers().firstValue("Location"));
        assertThat(first.headers().firstValue("Idempotency-Replayed")).isEmpty();
        assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
        assertThat(api.look("/accounts/acme/endpoints").get("endpoints")).hasSize(1);
    }

    @Test
    void another_request_with_the_key_is_a_422_and_another_key_another_request() {
        post(api, "/accounts/acme/endpoints", "k1", ENDPOINT);

        assertThat(post(api, "/accounts/acme/endpoints", "k1", ENDPOINT + " ").statusCode())
                .isEqualTo(422);
        assertThat(post(api, "/accounts", "k1", ENDPOINT).statusCode()).isEqualTo(422);
        assertThat(post(api, "/accounts/acme/endpoints", "k2", ENDPOINT).statusCode())
                .isEqualTo(201);
        assertThat(post(api, "/accounts/acme/endpoints", " ", ENDPOINT).statusCode())
                .isEqualTo(400);
        assertThat(api.look("/accounts/acme/endpoints").get("endpoints")).hasSize(2);
    }

    @Test
    void what_was_refused_may_come_again() {
        assertThat(post(api, "/accounts/other/endpoints", "k1", ENDPOINT).statusCode())
                .isEqualTo(404);
        api.account("other");

        assertThat(post(api, "/accounts/other/endpoints", "k1", ENDPOINT).statusCode())
                .isEqualTo(201);
    }

    @Test
    void a_key_says_nothing_to_another_caller() {
        String key = json(201, api.post("/keys", "{\"account\":\"acme\"}"))
                .get("key")
                .asString();
        HttpResponse<byte[]> mine = post(api, "/accounts/acme/endpoints", "k1", ENDPOINT);
        HttpResponse<byte[]> theirs = post(api.as(key), "/accounts/acme/endpoints", "k1", ENDPOINT);

        assertThat(theirs.statusCode()).isEqualTo(201);
        assertThat(theirs.body()).isNotEqualTo(mine.body());
        assertThat(post(api.as("wrong"), "/accounts/acme/endpoints", "k1", ENDPOINT)
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void a_secret_in_a_kept_answer_is_nowhere_in_the_database() throws Exception {
        String secret = json(201, post(api, "/accounts/acme/endpoints", "k1", ENDPOINT))
                .get("secret")
                .asString();
        api.close();

        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            assertThat(all).isNotEmpty();
            for (Path file : all) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(secret.substring("whsec_".length()));
            }
        }
    }

    @Test
    void an_answer_is_kept_over_a_restart() {
        byte[] first = post(api, "/accounts/acme/endpoints", "k1", ENDPOINT).body();
        api.close();
        api = SendingApi.in(folder);

        assertThat(post(api, "/accounts/acme/endpoints", "k1", ENDPOINT).body()).isEqualTo(first);
    }
}
