package dev.surehook.server;

import static dev.surehook.server.SendingApi.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.secret.SealingKeys;
import dev.surehook.server.cli.CommandLines;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verifier;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sealing key is replaced as the documentation says, and nobody who receives sees anything of it. */
class ReplacedSealingKeyTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    /** What a command printed, and its exit code in front. */
    private static String run(SendingApi api, String command) {
        StringWriter out = new StringWriter();
        int exitCode = CommandLines.create()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(out))
                .execute(
                        "secrets",
                        command,
                        "--url",
                        api.server().url("/").toString(),
                        "--api-key",
                        TestingServer.API_KEY);
        return exitCode + "\n" + out;
    }

    private static String secretOfANewEndpoint(SendingApi api, ScriptedReceiver receiver) {
        return json(201, api.post("/accounts/acme/endpoints", "{\"url\":\"" + receiver.url("/hook") + "\"}"))
                .get("secret")
                .asString();
    }

    /** Whether each of the secrets signed one of the requests. */
    private static void expectSigned(List<ReceivedRequest> requests, List<String> secrets) {
        for (String secret : secrets) {
            Verifier verifier = Verifier.of(Providers.STANDARD_WEBHOOKS, List.of(Secret.of(secret)));
            assertThat(requests)
                    .filteredOn(request -> verifier.verify(
                                    new SignedRequest("POST", "", request.headers(), request.body()), Instant.now())
                            .isVerified())
                    .hasSize(requests.size() / secrets.size());
        }
    }

    @Test
    void on_several_nodes_step_by_step() throws Exception {
        String old = SealingKeys.make();
        String fresh = SealingKeys.make();
        try (EmbeddedPostgres database = EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("full_page_writes", "on")
                        .start();
                ScriptedReceiver receiver = ScriptedReceiver.start()) {
            String first;
            String second;
            try (SendingApi one = node(database, old)) {
                one.account("acme");
                first = secretOfANewEndpoint(one, receiver);
            }
            try (SendingApi one = node(database, old + " " + fresh);
                    SendingApi two = node(database, fresh + " " + old)) {
                second = secretOfANewEndpoint(one, receiver);
                assertThat(run(two, "reseal"))
                        .startsWith("0\n")
                        .contains("2 secrets of 2 rewritten", "no other key is needed");
                one.publish("acme", "e1");
                expectSigned(receiver.awaitRequests(2, SOON), List.of(first, second));

                String third = secretOfANewEndpoint(one, receiver);
                assertThat(run(two, "keys")).startsWith("0\n").containsPattern("[0-9a-f]{12}  1\\s");
                assertThat(run(two, "reseal")).startsWith("0\n").contains("1 secret of 3 rewritten");
                assertThat(run(two, "reseal")).startsWith("0\n").contains("0 secrets of 3 rewritten");
                two.publish("acme", "e2");
                expectSigned(receiver.awaitRequests(5, SOON).subList(2, 5), List.of(first, second, third));
            }
            try (SendingApi late = node(database, old)) {
                assertThat(run(late, "keys")).startsWith("1\n").contains("not known to this server");
                assertThat(run(late, "reseal"))
                        .startsWith("1\n")
                        .contains("which is not among the sealing keys", "is still needed by 3 secrets")
                        .doesNotContain(old)
                        .doesNotContain(fresh);
            }
            try (SendingApi after = node(database, fresh)) {
                after.publish("acme", "e3");
                assertThat(receiver.awaitRequests(8, SOON)).hasSize(8);
            }
        }
    }

    private SendingApi node(EmbeddedPostgres database, String keys) {
        return new SendingApi(
                SendingApi.settings(folder)
                        .set("database.url", database.getJdbcUrl("postgres", "postgres"))
                        .environment("SUREHOOK_SEALING_KEY", keys)
                        .start(),
                TestingServer.API_KEY);
    }

    @Test
    void in_the_file_of_one_server() throws Exception {
        Path file = folder.resolve("sealing-key");
        try (ScriptedReceiver receiver = ScriptedReceiver.start()) {
            String secret;
            try (SendingApi api = SendingApi.in(folder)) {
                api.account("acme");
                secret = secretOfANewEndpoint(api, receiver);
            }
            String fresh = SealingKeys.make();
            Files.writeString(file, fresh + "\n" + Files.readString(file));
            try (SendingApi api = SendingApi.in(folder)) {
                assertThat(run(api, "reseal")).startsWith("0\n").contains("1 secret of 1 rewritten");
            }
            Files.writeString(file, fresh + "\n");
            try (SendingApi api = SendingApi.in(folder)) {
                api.publish("acme", "e1");
                expectSigned(receiver.awaitRequests(1, SOON), List.of(secret));
            }
        }
    }

    @Test
    void a_server_that_sends_nothing_has_nothing_to_do() {
        try (SendingApi api = SendingApi.in(folder)) {
            assertThat(run(api, "reseal")).startsWith("0\n").contains("0 secrets of 0 rewritten");
        }
    }
}
