package dev.surehook.server;

import static dev.surehook.server.SendingApi.errors;
import static dev.surehook.server.SendingApi.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class AccountKeysTest {
    @TempDir
    Path folder;

    private SendingApi api;

    @BeforeEach
    void start() {
        api = SendingApi.in(folder);
        api.account("acme");
        api.account("other");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void a_key_opens_its_own_account_until_it_is_revoked() {
        JsonNode made = json(201, api.post("/keys", "{\"account\":\"acme\",\"name\":\"shop\"}"));
        SendingApi mine = api.as(made.get("key").asString());

        assertThat(made.get("key").asString()).startsWith("ska_");
        assertThat(mine.look("/accounts/acme").get("account").asString()).isEqualTo("acme");
        assertThat(mine.get("/accounts/other").statusCode()).isEqualTo(404);
        assertThat(mine.get("/accounts/nobody").statusCode()).isEqualTo(404);
        assertThat(mine.get("/accounts/other/../acme").statusCode()).isNotEqualTo(500);
        for (String operators : List.of("/accounts", "/keys", "/events", "/sources")) {
            assertThat(mine.get(operators).statusCode()).as(operators).isEqualTo(403);
        }
        assertThat(mine.post("/keys", "{\"account\":\"acme\"}").statusCode()).isEqualTo(403);

        assertThat(api.delete("/keys/" + made.get("ref").asString()).statusCode())
                .isEqualTo(204);
        assertThat(mine.get("/accounts/acme").statusCode()).isEqualTo(401);
        assertThat(api.delete("/keys/" + made.get("ref").asString()).statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_list_of_keys_shows_none_of_them() {
        String mine = json(201, api.post("/keys", "{\"account\":\"acme\"}"))
                .get("key")
                .asString();
        json(201, api.post("/keys", "{\"account\":\"other\"}"));
        JsonNode first = api.look("/keys?limit=1");

        assertThat(api.look("/keys").get("keys")).hasSize(2);
        assertThat(api.look("/keys?account=acme").get("keys")).hasSize(1);
        assertThat(api.look("/keys?limit=5&cursor=" + first.get("next_cursor").asString())
                        .get("keys"))
                .hasSize(1);
        assertThat(new String(api.get("/keys").body(), StandardCharsets.UTF_8)).doesNotContain(mine);
        assertThat(errors(api.post("/keys", "{}"))).containsExactly("account missing");
        assertThat(errors(api.post("/keys", "{\"account\":\"nobody\"}"))).containsExactly("account unknown");
    }

    @Test
    void no_key_is_kept_in_the_database() throws Exception {
        String key = json(201, api.post("/keys", "{\"account\":\"acme\"}"))
                .get("key")
                .asString();
        api.close();

        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(key)
                        .doesNotContain(TestingServer.API_KEY);
            }
        }
    }
}
