package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** A source is taken out of the configuration while its events still wait. */
class RemovedSourceTest {
    @TempDir
    Path folder;

    private String ref = "";

    private TestingServer.Starting withoutIt() {
        return TestingServer.in(folder).source("kept", "ycloud");
    }

    @BeforeEach
    void leave_an_event_waiting() {
        try (TestingServer server = withoutIt()
                .source("removed", "ycloud")
                .set("sources.removed.forward.url", "http://127.0.0.1:1/")
                .set("sources.removed.retry", "2s,2s,2s,2s,2s,2s,2s,2s,2s,2s")
                .set("sources.removed.jitter", "0")
                .start()) {
            assertThat(server.post("/in/removed", Signed.ycloud("{\"id\":\"e1\",\"type\":\"t\"}"))
                            .statusCode())
                    .isEqualTo(204);
            ref = server.events("removed").get(0).get("ref").asString();
            Eventually.holds(
                    () -> server.api("POST", "/events/" + ref + "/park").statusCode() == 200);
            assertThat(server.post("/in/removed", Signed.ycloud("{\"id\":\"e2\",\"type\":\"t\"}"))
                            .statusCode())
                    .isEqualTo(204);
        }
    }

    @Test
    void it_is_listed_as_not_configured_and_its_events_are_counted() {
        try (TestingServer server = withoutIt().start()) {
            JsonNode sources = server.json("/sources").get("sources");

            assertThat(sources.get(0).get("configured").asBoolean()).isTrue();
            assertThat(sources.get(1).get("name").asString()).isEqualTo("removed");
            assertThat(sources.get(1).get("configured").asBoolean()).isFalse();
            assertThat(sources.get(1).get("backlog").get("parked").asInt()).isEqualTo(1);
            assertThat(new String(
                            server.send(HttpRequest.newBuilder(server.url("/metrics")))
                                    .body(),
                            StandardCharsets.UTF_8))
                    .contains("surehook_parked{source=\"removed\"} 1.0");
        }
    }

    @Test
    void its_waiting_event_is_said_in_the_log_and_in_the_health() {
        String said = "1 event of source removed waits, but it is not configured: add it again (--source removed), or"
                + " park what waits";
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("surehook");
        log.start();
        logger.addAppender(log);
        try (TestingServer server = withoutIt().set("max-due-age", "100ms").start()) {
            Eventually.holds(() -> health(server).contains("\"oldest_due_source\":\"removed\""));

            assertThat(health(server)).contains("\"work\":{\"status\":\"down\"");
            Eventually.holds(() -> List.copyOf(log.list).stream()
                    .anyMatch(line -> line.getLevel() == Level.WARN
                            && line.getFormattedMessage().equals(said)));
        } finally {
            logger.detachAppender(log);
        }
    }

    private static String health(TestingServer server) {
        return new String(
                server.send(HttpRequest.newBuilder(server.url("/health"))).body(), StandardCharsets.UTF_8);
    }

    @Test
    void a_replay_says_that_nobody_would_work_it() {
        try (TestingServer server = withoutIt().start()) {
            for (String path : new String[] {"/events/" + ref + "/replay", "/events/replay?source=removed"}) {
                HttpResponse<byte[]> answer = server.api("POST", path);

                assertThat(answer.statusCode()).isEqualTo(409);
                assertThat(new String(answer.body(), StandardCharsets.UTF_8))
                        .contains("source removed is not configured");
            }
        }
    }
}
