package dev.surehook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Help.Ansi;

class SendCommandTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private VerifyingReceiver ycloud;

    @BeforeEach
    void start() throws IOException {
        ycloud = new VerifyingReceiver(Providers.YCLOUD, Secret.of(SECRET));
    }

    @AfterEach
    void stop() {
        ycloud.close();
    }

    private static Shell send(String... arguments) {
        return Shell.run(new SendCommand(Map.of("YCLOUD_WEBHOOK_SECRET", SECRET)::get), arguments);
    }

    private String body(int index) {
        return new String(ycloud.requests.get(index).body(), StandardCharsets.UTF_8);
    }

    @Test
    void aGoodEventIsTakenAndToldAbout() {
        Shell shell = send("ycloud", "--to", ycloud.url(), "--type", "contact.created", "--id", "evt_mine");

        assertThat(shell.exitCode()).isZero();
        assertThat(shell.out())
                .containsPattern("(?m)^204  contact\\.created +evt_mine +\\d+ ms$")
                .contains("1 sent, 1 answered 2xx as expected; median ");
        assertThat(body(0)).contains("\"id\":\"evt_mine\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"wordpane", "stripe", "github", "standard-webhooks", "svix"})
    void everyProviderSignsWithTheSecretGiven(String provider) throws IOException {
        try (VerifyingReceiver receiver =
                new VerifyingReceiver(Providers.byName(provider).orElseThrow(), Secret.of(SECRET))) {
            Shell shell = send(provider, "--to", receiver.url(), "--secret", SECRET, "--count", "4");

            assertThat(shell.exitCode()).as(shell.out() + shell.err()).isZero();
            assertThat(receiver.requests).hasSize(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--tamper", "--stale"})
    void aRefusalOfAFlawedEventIsASuccess(String flaw) {
        Shell shell = send("ycloud", "--to", ycloud.url(), flaw);

        assertThat(shell.exitCode()).isZero();
        assertThat(shell.out()).startsWith("401  ").contains("1 sent, 1 answered 401 as expected");
    }

    @Test
    void aReceiverThatTakesAStaleEventFailsTheRun() throws IOException {
        try (VerifyingReceiver careless =
                new VerifyingReceiver(Providers.YCLOUD.withTolerance(Duration.ofHours(1)), Secret.of(SECRET))) {
            Shell shell = send("ycloud", "--to", careless.url(), "--stale");

            assertThat(shell.exitCode()).isEqualTo(1);
            assertThat(shell.out())
                    .startsWith("204  ")
                    .contains("(expected 401)", "1 sent, 0 answered 401 as expected, 1 not");
        }
    }

    @Test
    void aReceiverThatRefusesAGoodEventFailsTheRun() {
        Shell shell = send("ycloud", "--to", ycloud.url(), "--secret", "whsec_another_secret_of_good_length");

        assertThat(shell.exitCode()).isEqualTo(1);
        assertThat(shell.out())
                .startsWith("401  ")
                .contains("(expected 2xx)", "1 sent, 0 answered 2xx as expected, 1 not");
    }

    @Test
    void aDuplicateHasTheSameIdAndTheSameBytes() {
        Shell shell = send("ycloud", "--to", ycloud.url(), "--count", "2", "--duplicate");

        assertThat(shell.exitCode()).isZero();
        assertThat(ycloud.requests).hasSize(4);
        assertThat(body(1)).isEqualTo(body(0));
        assertThat(body(3)).isEqualTo(body(2)).isNotEqualTo(body(0));
        assertThat(shell.out()).containsPattern("(?m) ms  repeated$").contains("4 sent");
    }

    @Test
    void typesTakeTurnsUnlessOneIsAskedFor() {
        send("ycloud", "--to", ycloud.url(), "--count", "2");
        send("ycloud", "--to", ycloud.url(), "--count", "2", "--type", "sms.message.updated");

        assertThat(body(0)).contains("\"type\":\"whatsapp.inbound_message.received\"");
        assertThat(body(1)).contains("\"type\":\"whatsapp.message.updated\"");
        assertThat(body(2)).contains("\"type\":\"sms.message.updated\"", "\"status\":\"sent\"");
        assertThat(body(3)).contains("\"type\":\"sms.message.updated\"", "\"status\":\"delivered\"");
    }

    @Test
    void aFileIsSentByteForByte(@TempDir Path folder) throws IOException {
        byte[] bytes = "{\"b\":1.0,\"a\":\"\\u00f1\\/\\u003c\", \"c\":1e2, \"id\":\"e-1\",\"type\":\"t\"}\r\n"
                .getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("body.json"), bytes);

        Shell shell = send("ycloud", "--to", ycloud.url(), "--body", file.toString());
        assertThat(shell.exitCode()).isZero();
        assertThat(shell.out()).containsPattern("^204  t +e-1 ");
        assertThat(ycloud.requests.get(0).body()).isEqualTo(bytes);

        assertThat(send("ycloud", "--to", ycloud.url(), "--body", file.toString(), "--id", "other")
                        .err())
                .contains("the body carries the id e-1");
        assertThat(send(
                                "ycloud",
                                "--to",
                                ycloud.url(),
                                "--body",
                                folder.resolve("none").toString())
                        .err())
                .contains("cannot read");
    }

    @Test
    void theRateIsKept() {
        long start = System.nanoTime();
        send("ycloud", "--to", ycloud.url(), "--count", "5", "--rate", "20");

        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(190_000_000L);
    }

    @Test
    void nobodyListeningIsToldAndFails() {
        ycloud.close();
        Shell shell = send("ycloud", "--to", ycloud.url(), "--type", "contact.created");

        assertThat(shell.exitCode()).isEqualTo(1);
        assertThat(shell.out()).startsWith("---  contact.created").contains("nobody listens there");
    }

    @Test
    void anIdOrTypeFromAFileCannotPlayWithTheTerminal(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("b.json"), "{\"id\":\"e\\u001b[2J\\u009b1mvil\",\"type\":\"t\\r\\n204 \\u202eforged\"}");
        Shell shell = send("ycloud", "--to", ycloud.url(), "--body", file.toString());

        assertThat(shell.out())
                .containsPattern("^204  t204 forged +e\\[2J1mvil ")
                .doesNotContain("\u001b", "\u009b", "\r");
    }

    @Test
    void aSampleIsPrintedWithoutASecretOrAReceiver() {
        Shell sample =
                Shell.run(new SendCommand(name -> null), "ycloud", "--print-sample", "--type", "contact.created");

        assertThat(sample.exitCode()).as(sample.err()).isZero();
        assertThat(sample.out()).startsWith("{").containsPattern("\"type\": ?\"contact.created\"");
    }

    @Test
    void typesAreListedWithTheirVariants() {
        Shell shell = send("ycloud", "--list-types");

        assertThat(shell.exitCode()).isZero();
        assertThat(shell.out().lines())
                .hasSize(30)
                .anyMatch(line -> line.matches("whatsapp.inbound_message.received +@text @image"))
                .contains("contact.created");
    }

    @Test
    void whatIsMissingIsSaidInOneLineWithTheWayOut() {
        assertThat(Shell.run(new SendCommand(name -> null), "ycloud", "--to", ycloud.url()))
                .satisfies(shell -> assertThat(shell.exitCode()).isEqualTo(2))
                .satisfies(shell -> assertThat(shell.err())
                        .startsWith("no secret; set YCLOUD_WEBHOOK_SECRET in the environment or give --secret"));
        assertThat(send("ycloud").err()).startsWith("no receiver; give --to URL");
        assertThat(send("ycloud", "--to", "ftp://x/").err()).contains("--to", "an http or https URL is needed");
        assertThat(send("ycloud", "--to", "127.0.0.1:1").err()).contains("--to", "an http or https URL is needed");
        assertThat(send("nobody", "--to", ycloud.url()).err()).startsWith("no provider nobody; there are ycloud, ");
        assertThat(send("ycloud", "--to", ycloud.url(), "--secret", "  ").exitCode())
                .isEqualTo(2);
        assertThat(send("github", "--to", ycloud.url(), "--secret", SECRET, "--stale")
                        .err())
                .startsWith("github signs no time");
        assertThat(send("ycloud", "--to", ycloud.url(), "--type", "sms.message.updated@lost")
                        .err())
                .startsWith("sms.message.updated has no variant lost");
        assertThat(send("ycloud", "--to", ycloud.url(), "--tamper", "--stale").exitCode())
                .isEqualTo(2);
        assertThat(send("ycloud", "--to", ycloud.url(), "--count", "0").exitCode())
                .isEqualTo(2);
        assertThat(ycloud.requests).isEmpty();
    }

    @Test
    void theSecretIsNeverPrinted() {
        Shell shell = send("ycloud", "--to", ycloud.url(), "--secret", SECRET, "--stale");
        assertThat(shell.out() + shell.err()).doesNotContain(SECRET, SECRET.substring(6));
    }

    @Test
    void colourIsForTerminalsThatWantIt() {
        Shell plain = send("ycloud", "--to", ycloud.url());
        Shell coloured = Shell.run(
                new SendCommand(Map.of("YCLOUD_WEBHOOK_SECRET", SECRET)::get), Ansi.ON, "ycloud", "--to", ycloud.url());

        assertThat(plain.out()).doesNotContain("\u001b");
        assertThat(coloured.out()).startsWith("\u001b[32m204\u001b[0m  ");
    }

    @Test
    void helpShowsExamplesAndExitCodes() {
        Shell shell = send("--help");

        assertThat(shell.exitCode()).isZero();
        assertThat(shell.out()).contains("Examples:", "Exit codes:", "--duplicate", "YCLOUD_WEBHOOK_SECRET=");
    }
}
