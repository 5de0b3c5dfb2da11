package dev.surehook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
                        + summary(
                                "evt_2",
                                "retrying",
                                "\"reason\":\"503\",\"next_attempt_at\":\"2026-11-30T12:00:30.5Z\"")
                        + ","
                        + summary("evt_3", "parked", "\"reason\":\"410 gone\"") + "],\"next_cursor\":null}");
        Shell shell = events("list");

        assertThat(shell.exitCode()).as(shell.err()).isZero();
        assertThat(shell.out().lines())
                .containsExactly(
                        "STATE      RECEIVED              SOURCE  TYPE             REF",
                        "processed  2026-11-30T12:00:00Z  ycloud  contact.created  evt_1",
                        "    2 attempts",
                        "retrying   2026-11-30T12:00:00Z  ycloud  contact.created  evt_2",
                        "    2 attempts, next 2026-11-30T12:00:30Z, 503",
                        "parked     2026-11-30T12:00:00Z  ycloud  contact.created  evt_3",
                        "    2 attempts, 410 gone");
    }

    @Test
    void aListNeverGetsWiderThan120ColumnsAndKeepsReferencesWhole() {
        api.answer(
                "GET /api/v1/events?limit=20",
                "{\"events\":["
                        + summary(REF, "processed", "\"reason\":\"" + "why ".repeat(60) + "\"")
                                .replace("ycloud", "a-source-with-a-long-name")
                                .replace("contact.created", "whatsapp.business_account.reviewed.and.more")
                        + "]}");
        Shell shell = events("list");

        assertThat(shell.out().lines())
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        assertThat(shell.out()).contains(" " + REF + "\n", "a-source-with…", "whatsapp.business_account.review…  ");
    }

    @Test
    void sinceAndUntilTakeATimeOrHowLongAgo() {
        Instant before = Instant.now();
        events("list", "--since", "1h", "--until", "2026-11-30T12:00:00Z");
        Instant after = Instant.now();

        Matcher asked =
                Pattern.compile("since=([^&]*)&until=2026-11-30T12%3A00%3A00Z&").matcher(api.requests.get(0));
        assertThat(asked.find()).isTrue();
        assertThat(Instant.parse(asked.group(1).replace("%3A", ":")).plus(Duration.ofHours(1)))
                .isBetween(before, after);
    }

    @Test
    void aTimeThatIsNoneIsRefusedHere() {
        Shell shell = events("list", "--since", "yesterday");
        assertThat(shell.exitCode()).isEqualTo(2);
        assertThat(shell.err().lines().findFirst().orElseThrow()).contains("--since", "30m, 1h or 7d");
        assertThat(api.requests).isEmpty();
    }

    @Test
    void aUrlThatIsNoneIsRefusedWithoutRepeatingIt() {
        for (String url : List.of("127.0.0.1:1", "http:///x", "ftp://x/?key=ZZZ9", "http://a b/?key=ZZZ9")) {
            Shell shell = Shell.run(new EventsCommand(), "list", "--url", url, "--api-key", ScriptedApi.KEY);
            assertThat(shell.exitCode()).as(url).isEqualTo(2);
            assertThat(shell.err().lines().findFirst().orElseThrow())
                    .contains("--url", "an http or https URL is needed, such as http://127.0.0.1:8080")
                    .doesNotContain("Exception", "ZZZ9");
        }
    }

    @Test
    void aProvidersIdNamesAnEventToo() {
        api.answer("GET /api/v1/events?id=01J8%2Fx", "{\"events\":[" + summary(REF, "ready", "\"reason\":null") + "]}");
        api.answer("POST /api/v1/events/" + REF + "/replay", "{}");
        api.answer("DELETE /api/v1/events/" + REF + "/payload", "");
        api.answer("GET /api/v1/events/" + REF, "{\"ref\":\"" + REF + "\"}");

        assertThat(events("replay", "01J8/x").out()).isEqualToIgnoringNewLines("01J8/x  back at work");
        assertThat(events("erase", "01J8/x", "--yes").out()).isEqualToIgnoringNewLines("01J8/x  erased");
        assertThat(events("show", "01J8/x").out()).containsPattern("ref +" + REF);
    }

    @Test
    void anIdThatLooksLikeAReferenceIsFoundWhenNoReferenceIsLikeIt() {
        String id = "evt_ffffffffffffffffffffffffffffffff";
        api.answer(
                "GET /api/v1/events?id=" + id + "&source=ycloud",
                "{\"events\":[" + summary(REF, "ready", "\"reason\":null") + "]}");
        api.answer("GET /api/v1/events/" + REF, "{\"ref\":\"" + REF + "\"}");

        assertThat(events("show", id, "--source", "ycloud").out()).containsPattern("ref +" + REF);
    }

    @Test
    void anIdOfSeveralSourcesLeavesTheChoiceToSource() {
        String one = summary(REF, "ready", "\"reason\":null");
        api.answer("GET /api/v1/events?id=e1", "{\"events\":[" + one + "," + one.replace("ycloud", "stripe") + "]}");
        Shell shell = events("erase", "e1", "--yes");

        assertThat(shell.exitCode()).isEqualTo(1);
        assertThat(shell.out())
                .isEqualToIgnoringNewLines(
                        "e1  events of several sources have this id: stripe, ycloud; say which with" + " --source");
        assertThat(api.requests).hasSize(1);
    }

    @Test
    void filtersThatReferencesWouldIgnoreAreRefused() {
        assertThat(events("replay", REF, "--state", "parked").exitCode()).isEqualTo(2);
        assertThat(api.requests).isEmpty();
    }

    @Test
    void oneIsWrittenAsOne() {
        api.answer("POST /api/v1/events/replay?state=parked&limit=1000000", "{\"replayed\":1}");
        assertThat(events("replay", "--all", "--state", "parked").out())
                .isEqualToIgnoringNewLines("1 event is back at work");
        assertThat(events("erase", REF).err()).contains("say --yes to erase 1 event");
        assertThat(events("erase", REF, "x").err()).contains("say --yes to erase 2 events");
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

        assertThat(shell.out().lines().filter(line -> line.startsWith("ready"))).hasSize(101);
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
        String other = "evt_ffffffffffffffffffffffffffffffff";
        api.answer("POST /api/v1/events/" + REF + "/replay", "{}");
        api.answer("GET /api/v1/events?id=" + other, "{\"events\":[]}");
        Shell shell = events("replay", REF, other);

        assertThat(shell.exitCode()).isEqualTo(1);
        assertThat(shell.out())
                .containsPattern(REF + "  back at work\n")
                .containsPattern(other + "  .*404: no event of this reference\n");
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
        assertThat(api.requests).containsExactly("GET /api/v1/events?id=..%2F..%2Fsecrets%3Fx%3D1");
    }

    @Test
    void aWrongKeyNoKeyAndNoServerAreEachOneLineWithTheWayOut() {
        Shell wrong = Shell.run(new EventsCommand(), "list", "--url", api.url(), "--api-key", "wrong");
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.err().lines())
                .singleElement()
                .asString()
                .startsWith("surehook: the server does not take this API key");

        Shell none = Shell.run(new EventsCommand(), "list", "--url", api.url(), "--api-key", " ");
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err().lines()).singleElement().asString().startsWith("surehook: no API key;");

        api.close();
        Shell gone = events("list");
        assertThat(gone.exitCode()).isEqualTo(1);
        assertThat(gone.err().lines())
                .singleElement()
                .asString()
                .startsWith("surehook: no server answers at http://127.0.0.1:");
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
