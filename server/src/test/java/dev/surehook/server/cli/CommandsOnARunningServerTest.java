package dev.surehook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsOnARunningServerTest {
    private static final Pattern REF = Pattern.compile("evt_[0-9a-f]{32}");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = RunningServer.start(folder.resolve("data"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String refOfTheOnly(String type) {
        Matcher found = REF.matcher(server.events("list", "--type", type).out());
        assertThat(found.find()).isTrue();
        return found.group();
    }

    @Test
    void goodEventsAreTakenTwiceAndKeptOnce() {
        assertThat(server.send("--type", "sent.twice", "--duplicate").exitCode())
                .isZero();

        Shell list = server.events("list", "--type", "sent.twice");
        assertThat(list.exitCode()).as(list.err()).isZero();
        assertThat(list.out().lines().filter(line -> line.contains("evt_"))).hasSize(1);
        assertThat(list.out()).contains("STATE", "  ycloud  sent.twice  ");
    }

    @Test
    void everyTypeOfYCloudIsTaken() {
        Shell shell = server.send("--count", "30");
        assertThat(shell.exitCode()).as(shell.out()).isZero();
    }

    @Test
    void flawedEventsAreRefusedAndNotKept() {
        assertThat(server.send("--type", "never.kept", "--tamper").exitCode()).isZero();
        assertThat(server.send("--type", "never.kept", "--stale").exitCode()).isZero();

        assertThat(server.events("list", "--type", "never.kept").out()).startsWith("no events");
    }

    @Test
    void aBodyIsShownAndWrittenAsItWasSent() throws IOException {
        byte[] bytes =
                "{\"b\":1.0,\"a\":\"\\u00f1\\/\\u003c ñ 🌵\", \"c\":1e2,\"id\":\"shown\",\"type\":\"shown.type\"}\r\n"
                        .getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("body.json"), bytes);
        server.send("--body", file.toString());
        String ref = refOfTheOnly("shown.type");

        Shell shown = server.events("show", ref);
        assertThat(shown.exitCode()).as(shown.err()).isZero();
        assertThat(shown.out())
                .contains(ref, "YCloud-Signature", "X-Webhook-Endpoint-ID", "sha256", "\\u00f1\\/\\u003c ñ 🌵");

        ByteArrayOutputStream written = new ByteArrayOutputStream();
        assertThat(server.events(new EventsShowCommand(written), ref, "--body").exitCode())
                .isZero();
        assertThat(written.toByteArray()).isEqualTo(bytes);
    }

    @Test
    void anotherBodyUnderTheSameIdIsShownAsAConflict() {
        server.send("--type", "conflicting", "--id", "evt_conflicting");
        server.send("--type", "conflicting", "--id", "evt_conflicting");

        assertThat(server.events("show", refOfTheOnly("conflicting")).out())
                .contains("another body under this id, once");
    }

    @Test
    void anErasedEventKeepsItsPlaceAndLosesItsPayload() {
        server.send("--type", "to.erase");
        String ref = refOfTheOnly("to.erase");

        assertThat(server.events("erase", ref, "--yes").exitCode()).isZero();
        assertThat(server.events("show", ref).out())
                .contains("erased at", ref)
                .doesNotContain("YCloud-Signature", "notSeenBefore");

        Shell replay = server.events("replay", ref);
        assertThat(replay.exitCode()).isEqualTo(1);
        assertThat(replay.out()).contains("409", "its payload was erased");
    }

    @Test
    void anEventIsFoundByItsProvidersId() {
        server.send("--type", "found.by.id", "--id", "evt_of_the_provider");

        assertThat(server.events("show", "evt_of_the_provider").out())
                .contains(refOfTheOnly("found.by.id"))
                .containsPattern("id +evt_of_the_provider\n");
        assertThat(server.events("list", "--id", "evt_of_the_provider").out()).contains("  found.by.id  ");
        assertThat(server.events("show", "evt_of_nobody").err()).contains("no event has this reference or id");
    }

    @Test
    void aPatternIsNotTakenForAType() {
        assertThat(server.events("list", "--type", "found.*").err())
                .contains("type must be one whole type; * does not stand for others");
    }

    @Test
    void tlsTowardsAServerWithoutItIsSaidAsSuch() {
        Shell shell = Shell.run(
                new EventsCommand(),
                "list",
                "--url",
                server.url().replace("http:", "https:"),
                "--api-key",
                RunningServer.API_KEY);

        assertThat(shell.exitCode()).isEqualTo(1);
        assertThat(shell.err()).contains("use http:// if it speaks none").doesNotContain("Exception");
    }

    @Test
    void replayOfManyTellsHowMany() {
        Shell shell = server.events("replay", "--all", "--type", "no.such.type");

        assertThat(shell.exitCode()).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualToIgnoringNewLines("0 events are back at work");
    }

    @Test
    void whatTheServerDoesNotKnowIsSaidInItsWords() {
        assertThat(server.events("show", "evt_00000000000000000000000000000000").err())
                .contains("404", "there is no such event");
        assertThat(server.events("list", "--state", "lost").err()).contains("400", "state must be one of");
    }
}
