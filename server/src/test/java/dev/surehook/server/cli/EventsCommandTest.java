package dev.surehook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventsCommandTest {
    private static final String REF = "evt_0123456789abcdef0123456789abcdef";

    private ScriptedApi api;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private Shell events(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--url", api.url(), "--api-key", ScriptedApi.KEY));
        return Shell.run(new EventsCommand(), all.toArray(new String[0]));
    }

    private static String summary(String ref, String state, String rest) {
        return "{\"ref\":\"" + ref + "\",\"source\":\"ycloud\",\"id\":\"id-" + ref + "\",\"type\":\"contact.created\","
                + "\"received_at\":\"2026-11-30T12:00:00.123Z\",\"size\":17,\"state\":\"" + state
                + "\",\"attempt_count\":2,"
                + rest + "}";
    }

    @Test
    void eventsAreListedAsAnAlignedTable() {
        api.answer(
                "GET /api/v1/events?limit=20",
                "{\"events\":["
                        + summary("evt_1", "processed", "\"reason\":null,\"next_attempt_at\":null") + ","
                        + summary("evt_2", "retrying", "\"next_attempt_at\":\"2026-11-30T12:00:30.5Z\"") + ","
                        + summary("evt_3", "parked", "\"reason\":\"410 gone\"") + "],\"next_cursor\":null}");
        Shell shell = events("list");

        assertThat(shell.exitCode()).as(shell.err()).isZero();
        assertThat(shell.out().lines())
                .containsExactly(
                        "STATE      RECEIVED              SOURCE  TYPE             ATTEMPTS  REF    ID        NEXT OR REASON",
                        "processed  2026-11-30T12:00:00Z  ycloud  contact.created  2         evt_1  id-evt_1",
                        "retrying   2026-11-30T12:00:00Z  ycloud  contact.created  2         evt_2  id-evt_2  next 2026-11-30T12:00:30Z",
                        "parked     2026-11-30T12:00:00Z  ycloud  contact.created  2         evt_3  id-evt_3  410 gone");
    }

    @Test
    void filtersReachTheServerAsTheyWereWritten() {
        events("list", "--source", "ycloud", "--state", "parked", "--type", "a b&c=d/é", "--limit", "7");

        assertThat(api.requests)
                .containsExactly("GET /api/v1/events?source=ycloud&state=parked&type=a%20b%26c%3Dd%2F%C3%A9&limit=7");
    }

    @Test
    void pagesAreFollowedUpToTheLimitAndNotBeyond() {
        String hundred =
                String.join(",", java.util.Collections.nCopies(100, summary("evt_1", "ready", "\"reason\":null")));
        api.answer("GET /api/v1/events?limit=100", "{\"events\":[" + hundred + "],\"next_cursor\":\"c1\"}");
        api.answer(
                "GET /api/v1/events?limit=20&cursor=c1",
                "{\"events\":[" + summary("evt_2", "ready", "\"reason\":null") + "],\"next_cursor\":\"c2\"}");
        api.answer("GET /api/v1/events?limit=19&cursor=c2", "{\"events\":[],\"next_cursor\":null}");
        Shell shell = events("list", "--limit", "120");

        assertThat(shell.out().lines()).hasSize(102);
        assertThat(api.requests).hasSize(3);

        api.answer(
                "GET /api/v1/events?limit=1",
                "{\"events\":[" + summary("e", "ready", "\"reason\":null") + "],\"next_cursor\":\"c\"}");
        assertThat(events("list", "--limit", "1").out()).contains("there are more; raise --limit");
    }

    @Test
    void noEventsIsSaid() {
        api.answer("GET /api/v1/events?limit=20", "{\"events\":[]}");
        assertThat(events("list").out()).isEqualToIgnoringNewLines("no events");
    }

    @Test
    void anEventIsShownWithAllThatIsKnownAboutIt() {
        api.answer(
                "GET /api/v1/events/" + REF,
                "{\"ref\":\"" + REF
                        + "\",\"source\":\"ycloud\",\"id\":\"e-1\",\"type\":\"t\",\"received_at\":\"2026-11-30T12:00:00Z\","
                        + "\"size\":9,\"state\":\"parked\",\"attempt_count\":2,\"reason\":\"gave up\",\"next_attempt_at\":null,"
                        + "\"sha256\":\"abcd\",\"erased_at\":null,"
                        + "\"headers\":[{\"name\":\"X-A\",\"value\":\"1\"},{\"name\":\"X-Evil\",\"value\":\"\\u001b]0;pwned\\u0007\"}],"
                        + "\"attempts\":[{\"number\":1,\"started_at\":\"2026-11-30T12:00:01Z\",\"took_ms\":12,\"outcome\":\"retry\",\"detail\":\"503\"}],"
                        + "\"conflicts\":[{\"sha256\":\"ef01\",\"first_at\":\"2026-11-30T12:00:02Z\",\"last_at\":\"2026-11-30T12:00:03Z\",\"times\":2}],"
                        + "\"body_base64\":\"eyJhIjoi8J+MuSJ9\",\"body_text\":\"{\\\"a\\\":\\n\\t\\\"\\u009b2J\\u001b[31m🌸\\\"}\"}");
        Shell shell = events("show", REF);

        assertThat(shell.exitCode()).as(shell.err()).isZero();
        assertThat(shell.out())
                .containsPattern("state +parked\n")
                .containsPattern("reason +gave up\n")
                .containsPattern("sha256 +abcd\n")
                .containsPattern("headers\n  X-A +1\n  X-Evil +]0;pwned\n")
                .containsPattern("attempts\n  1  2026-11-30T12:00:01Z  12 ms  retry  503\n")
                .containsPattern(
                        "conflicts\n  another body under this id, 2 times  2026-11-30T12:00:03Z  sha256 ef01\n")
                .endsWith("body\n{\"a\":\n\t\"2J[31m🌸\"}\n")
                .doesNotContain("\u001b", "\u0007", "\u009b");
    }

    @Test
    void bytesThatAreNotTextAreLeftToTheBodyOption() {
        api.answer("GET /api/v1/events/" + REF, "{\"ref\":\"r\",\"state\":\"ready\",\"size\":3,\"body_text\":null}");
        assertThat(events("show", REF).out()).contains("3 bytes that are not text; write them with --body");
    }

    @Test
    void theBodyComesOutByteForByte() {
        byte[] bytes = {'{', 0, 27, '[', (byte) 0x80, (byte) 0xff, '\r', '\n', '\\', '/', '}'};
        api.answer("GET /api/v1/events/" + REF + "/body", bytes);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        Shell shell = Shell.run(
                new EventsShowCommand(written), REF, "--body", "--url", api.url() + "/", "--api-key", ScriptedApi.KEY);

        assertThat(shell.exitCode()).as(shell.err()).isZero();
        assertThat(written.toByteArray()).isEqualTo(bytes);
        assertThat(shell.out()).isEmpty();
    }

    @Test
    void replayPutsEachBackToWorkAndTellsWhichItCouldNot() {
        api.answer("POST /api/v1/events/evt_1/replay", "{}");
        Shell shell = events("replay", "evt_1", "evt_2");

        assertThat(shell.exitCode()).isEqualTo(1);
        assertThat(shell.out())
                .containsPattern("evt_1  back at work\n")
                .containsPattern("evt_2  .*404: no event of this reference\n");
    }

    @Test
    void replayOfAllTakesTheFilters() {
        api.answer("POST /api/v1/events/replay?source=ycloud&state=parked&limit=1000000", "{\"replayed\":42}");
        Shell shell = events("replay", "--all", "--source", "ycloud", "--state", "parked");

        assertThat(shell.exitCode()).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualToIgnoringNewLines("42 events are back at work");
    }

    @Test
    void replayOfEverythingByAccidentIsRefused() {
        assertThat(events("replay").exitCode()).isEqualTo(2);
        assertThat(events("replay", "--all").err()).startsWith("--all needs a filter");
        assertThat(events("replay", "--all", "--state", "parked", REF).exitCode())
                .isEqualTo(2);
        assertThat(api.requests).isEmpty();
    }

    @Test
    void erasingNeedsAYes() {
        api.answer("DELETE /api/v1/events/" + REF + "/payload", "");

        assertThat(events("erase", REF).exitCode()).isEqualTo(2);
        assertThat(api.requests).isEmpty();
        assertThat(events("erase", REF, "--yes").out()).isEqualToIgnoringNewLines(REF + "  erased");
        assertThat(api.requests).hasSize(1);
    }

    @Test
    void aReferenceCannotLeadToAnotherPath() {
        events("show", "../../secrets?x=1");
        assertThat(api.requests).containsExactly("GET /api/v1/events/..%2F..%2Fsecrets%3Fx%3D1");
    }

    @Test
    void aWrongKeyNoKeyAndNoServerAreEachOneLineWithTheWayOut() {
        Shell wrong = Shell.run(new EventsCommand(), "list", "--url", api.url(), "--api-key", "wrong");
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.err().lines()).singleElement().asString().startsWith("the server does not take this API key");

        Shell none = Shell.run(new EventsCommand(), "list", "--url", api.url(), "--api-key", " ");
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err().lines()).singleElement().asString().startsWith("no API key;");

        api.close();
        Shell gone = events("list");
        assertThat(gone.exitCode()).isEqualTo(1);
        assertThat(gone.err().lines()).singleElement().asString().startsWith("no server answers at http://127.0.0.1:");
    }

    @Test
    void anAnswerOfSomethingElseIsNotTakenForTheServers() {
        api.answer("GET /api/v1/events?limit=20", "<html>hello</html>");
        assertThat(events("list").err()).contains("is not a Surehook server");
    }

    @Test
    void withoutASubcommandTheFourAreNamed() {
        Shell shell = Shell.run(new EventsCommand());
        assertThat(shell.exitCode()).isEqualTo(2);
        assertThat(shell.err()).startsWith("say what to do: list, show, replay or erase");
    }

    @Test
    void everyCommandHasHelpWithExamples() {
        for (String command : List.of("list", "show", "replay", "erase")) {
            Shell shell = Shell.run(new EventsCommand(), command, "--help");
            assertThat(shell.exitCode()).isZero();
            assertThat(shell.out()).contains("Examples:", "surehook events " + command, "--url", "Exit codes:");
        }
    }
}
