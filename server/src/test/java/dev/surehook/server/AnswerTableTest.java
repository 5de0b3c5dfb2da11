package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.signatures.Providers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of answers of {@code POST /in/{source}}, row by row. */
class AnswerTableTest {
    @TempDir
    static Path folder;

    private static TestingServer server;

    @BeforeAll
    static void start() {
        server = TestingServer.in(folder)
                .source("ycloud", "ycloud")
                .source("wordpane", "wordpane")
                .source("empty", "ycloud")
                .source("small", "ycloud")
                .set("sources.small.max-body-size", "100B")
                .source("decoded", "ycloud")
                .set("sources.decoded.signed-form", "decoded")
                .start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String event(String id) {
        return "{\"id\":\"" + id + "\",\"type\":\"sms.message.updated\"}";
    }

    @Test
    void valid_and_stored_is_204_and_so_is_the_repeat() {
        Signed signed = Signed.ycloud(event("evt_204"));

        assertThat(server.post("/in/ycloud", signed).statusCode()).isEqualTo(204);
        assertThat(server.post("/in/ycloud", signed).statusCode()).isEqualTo(204);

        assertThat(server.json("/events?source=ycloud&limit=500")
                        .get("events")
                        .valueStream()
                        .filter(event -> event.get("id").asString().equals("evt_204")))
                .hasSize(1);
    }

    @Test
    void every_refused_signature_is_the_same_401_and_only_our_own_api_knows_why() {
        Signed good = Signed.ycloud(event("evt_401"));
        List<HttpResponse<byte[]>> answers = new ArrayList<>();
        answers.add(server.post("/in/ycloud", good.without("YCloud-Signature")));
        answers.add(server.post("/in/ycloud", good.without("YCloud-Signature").with("YCloud-Signature", "junk")));
        answers.add(server.post("/in/ycloud", good.withBody("{}".getBytes(StandardCharsets.UTF_8))));
        answers.add(server.post(
                "/in/ycloud",
                Signed.ycloud(
                        event("evt_401").getBytes(StandardCharsets.UTF_8),
                        Instant.now().minusSeconds(302))));

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.body()).isEmpty();
            assertThat(answer.headers().map().keySet())
                    .isEqualTo(answers.get(0).headers().map().keySet());
        });
        assertThat(server.rejections("ycloud", "signature_missing")).isPositive();
        assertThat(server.rejections("ycloud", "signature_malformed")).isPositive();
        assertThat(server.rejections("ycloud", "signature_mismatch")).isPositive();
        assertThat(server.rejections("ycloud", "timestamp_stale")).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not json",
                "{\"id\":\"e\",\"type\":\"t\"} x",
                "{\"type\":\"t\"}",
                "{\"id\":\"e\"}",
                "{\"id\":7,\"type\":\"t\"}",
                "{\"id\":\"\",\"type\":\"t\"}",
                "{\"id\":\"   \",\"type\":\"t\"}",
                "[]",
                ""
            })
    void signed_but_not_what_the_provider_promises_is_400(String body) {
        assertThat(server.post("/in/empty", Signed.ycloud(body)).statusCode()).isEqualTo(400);
        assertThat(server.events("empty")).isEmpty();
    }

    @Test
    void a_wordpane_id_header_that_is_missing_repeated_or_other_than_the_body_is_400() {
        byte[] body = event("2f1c").getBytes(StandardCharsets.UTF_8);
        Signed good = Signed.by(Providers.WORDPANE, "2f1c", body, Instant.now());

        assertThat(server.post("/in/wordpane", good.without("WordPane-Event-Id"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(server.post("/in/wordpane", good.with("WordPane-Event-Id", "2f1c"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(server.post("/in/wordpane", good.without("WordPane-Event-Id").with("WordPane-Event-Id", "other"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(server.post("/in/wordpane", good).statusCode()).isEqualTo(204);
    }

    @Test
    void an_encoding_that_cannot_be_read_is_415_where_the_source_decodes() {
        Signed signed = Signed.ycloud(event("evt_415")).with("Content-Encoding", "br");

        assertThat(server.post("/in/decoded", signed).statusCode()).isEqualTo(415);
    }

    @Test
    void a_body_over_the_limit_is_413_before_anybody_looks_at_its_signature() {
        byte[] over = new byte[101];
        HttpRequest.Builder announced =
                HttpRequest.newBuilder(server.url("/in/small")).POST(HttpRequest.BodyPublishers.ofByteArray(over));
        HttpRequest.Builder chunked = HttpRequest.newBuilder(server.url("/in/small"))
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(over)));

        assertThat(server.send(announced).statusCode()).isEqualTo(413);
        assertThat(server.send(chunked).statusCode()).isEqualTo(413);
    }

    /** Most clients of providers are like that; a reset in their log says nothing. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_sender_that_writes_everything_before_it_reads_gets_its_413(boolean chunked) throws Exception {
        byte[] piece = new byte[64 * 1024];
        int pieces = 128;
        try (RawHttp raw = RawHttp.to(server.port())) {
            raw.write("POST /in/small HTTP/1.1\r\nHost: x\r\n");
            raw.write(
                    chunked
                            ? "Transfer-Encoding: chunked\r\n\r\n"
                            : "Content-Length: " + pieces * piece.length + "\r\n\r\n");
            for (int i = 0; i < pieces; i++) {
                raw.write(chunked ? Integer.toHexString(piece.length) + "\r\n" : "");
                raw.write(piece);
                raw.write(chunked ? "\r\n" : "");
            }
            raw.write(chunked ? "0\r\n\r\n" : "");

            assertThat(raw.readToEnd()).startsWith("HTTP/1.1 413");
        }
    }

    @Test
    void a_sender_that_never_ends_is_cut() throws Exception {
        byte[] piece = new byte[64 * 1024];
        try (RawHttp raw = RawHttp.to(server.port())) {
            raw.write("POST /in/small HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000000\r\n\r\n");

            assertThatThrownBy(() -> {
                        for (int i = 0; i < 10_000; i++) {
                            raw.write(piece);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip, chunked", "deflate, chunked", "x, chunked"})
    void a_transfer_coding_that_nobody_takes_off_is_501(String coding) throws Exception {
        try (RawHttp raw = RawHttp.to(server.port())) {
            raw.write("POST /in/ycloud HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: " + coding + "\r\n\r\n"
                    + "2\r\n{}\r\n0\r\n\r\n");

            assertThat(raw.status()).isEqualTo(501);
        }
    }

    @Test
    void a_chunked_body_within_the_limit_is_taken() {
        byte[] body = event("evt_chunked").getBytes(StandardCharsets.UTF_8);
        HttpRequest.Builder request = Signed.ycloud(body).to(server.url("/in/small"));
        request.POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)));

        assertThat(server.send(request).statusCode()).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/in/nobody", "/in/", "/in", "/in/ycloud/x", "/in/ycloud//", "/in//ycloud", "/in/YCLOUD"})
    void an_unknown_source_is_404(String path) {
        HttpResponse<byte[]> answer = server.post(path, Signed.ycloud(event("evt_404")));

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void one_slash_at_the_end_is_forgiven() {
        assertThat(server.post("/in/ycloud/", Signed.ycloud(event("evt_slash"))).statusCode())
                .isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "GET", "OPTIONS"})
    void probes_are_answered_harmlessly_on_a_live_source_and_404_elsewhere_B11(String method) {
        HttpRequest.Builder live = HttpRequest.newBuilder(server.url("/in/empty"))
                .method(method, HttpRequest.BodyPublishers.ofString(event("evt_probe")));
        HttpRequest.Builder unknown =
                HttpRequest.newBuilder(server.url("/in/nobody")).method(method, HttpRequest.BodyPublishers.noBody());

        assertThat(server.send(live).statusCode()).isEqualTo(204);
        assertThat(server.send(unknown).statusCode()).isEqualTo(404);
        assertThat(server.events("empty")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "DELETE", "PROPFIND"})
    void other_methods_are_405_and_name_the_right_ones(String method) {
        HttpResponse<byte[]> answer = server.send(
                HttpRequest.newBuilder(server.url("/in/ycloud")).method(method, HttpRequest.BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).contains("POST, GET, HEAD, OPTIONS");
    }

    @Test
    void no_answer_tells_what_serves_it() {
        for (String path : List.of("/", "/in/nobody", "/nothing", "/api/v1/events", "/health/nothing")) {
            HttpResponse<byte[]> answer = server.send(HttpRequest.newBuilder(server.url(path)));

            assertThat(answer.headers().firstValue("Server")).isEmpty();
            assertThat(answer.headers().firstValue("X-Powered-By")).isEmpty();
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).doesNotContainIgnoringCase("jetty");
        }
    }
}
