package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What went wrong for others, over HTTP. The letters name the case. */
class FieldCasesTest {
    @TempDir
    Path folder;

    private TestingServer server;

    @BeforeEach
    void start() {
        server = TestingServer.in(folder)
                .source("ycloud", "ycloud")
                .source("wordpane", "wordpane")
                .source("github", "github")
                .source("wire", "ycloud")
                .source("plain", "ycloud")
                .set("sources.plain.signed-form", "decoded")
                .source("large", "github")
                .set("sources.large.max-body-size", "25MB")
                .start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] event(String id) {
        return utf8("{\"id\":\"" + id + "\",\"type\":\"t\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\n  \"id\": \"e\",\n  \"type\": \"t\"\n}",
                "{\r\n  \"id\": \"e\",\r\n  \"type\": \"t\"\r\n}",
                "{\"id\":\"e\",\"type\":\"t\"}\n",
                "{\"id\":\"e\",\"type\":\"t\"}   "
            })
    void A1_line_ends_and_spaces_are_part_of_the_body(String body) {
        assertThat(server.post("/in/ycloud", Signed.ycloud(body)).statusCode()).isEqualTo(204);
        assertThat(server.onlyBody("ycloud")).isEqualTo(utf8(body));
    }

    @Test
    void A2_a_form_body_verifies_byte_for_byte_and_the_query_stays_out_of_it() {
        byte[] body = utf8("payload=%7B%22id%22%3A%22e1%22%7D&x=a%2Bb+c*~%20");
        Signed signed = Signed.github("e1", body).with("Content-Type", "application/x-www-form-urlencoded");

        assertThat(server.post("/in/github?q=1", signed).statusCode()).isEqualTo(204);
        assertThat(server.onlyBody("github")).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/json; charset=ISO-8859-1"})
    void A4_bytes_are_hashed_whatever_charset_is_claimed(String contentType) {
        byte[] body = utf8("{\"id\":\"e\",\"type\":\"t\",\"x\":\"\uD83D\uDE00\u2026\"}");

        assertThat(server.post("/in/ycloud", Signed.ycloud(body).with("Content-Type", contentType))
                        .statusCode())
                .isEqualTo(204);
        assertThat(server.onlyBody("ycloud")).isEqualTo(body);
    }

    @Test
    void A5_any_byte_string_is_a_body_and_a_failed_check_is_counted() {
        byte[] binary = HexFormat.of().parseHex("00fffe80c328");
        Signed signed = Signed.github("e1", binary).with("Content-Type", "application/octet-stream");

        assertThat(server.post("/in/github", signed).statusCode()).isEqualTo(204);
        assertThat(server.onlyBody("github")).isEqualTo(binary);
        assertThat(server.post("/in/github", signed.withBody(utf8("other"))).statusCode())
                .isEqualTo(401);
        assertThat(server.rejections("github", "signature_mismatch")).isEqualTo(1);
    }

    @Test
    void A5_a_multipart_body_is_bytes_like_any_other() {
        byte[] body =
                utf8("--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n\u0000\u0001\r\n--x--");
        Signed signed = Signed.github("e2", body).with("Content-Type", "multipart/form-data; boundary=x");

        assertThat(server.post("/in/github", signed).statusCode()).isEqualTo(204);
        assertThat(server.onlyBody("github")).isEqualTo(body);
    }

    @Test
    void A6_a_source_says_whether_the_wire_bytes_or_the_plain_bytes_are_signed() throws IOException {
        byte[] plain = event("e");
        byte[] wire = gzip(plain);
        Signed overWire = Signed.ycloud(wire).with("Content-Encoding", "gzip");
        Signed overPlain = Signed.ycloud(plain).withBody(wire).with("Content-Encoding", "gzip");

        assertThat(server.post("/in/wire", overWire).statusCode()).isEqualTo(204);
        assertThat(server.post("/in/wire", overPlain).statusCode()).isEqualTo(401);
        assertThat(server.post("/in/plain", overPlain).statusCode()).isEqualTo(204);
        assertThat(server.post("/in/plain", overWire).statusCode()).isEqualTo(401);
        assertThat(server.onlyBody("plain")).isEqualTo(wire);
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "deflate, gzip", "zstd"})
    void A6_an_unknown_encoding_is_415_and_never_a_server_error(String encoding) {
        Signed signed = Signed.ycloud(event("e")).with("Content-Encoding", encoding);

        assertThat(server.post("/in/plain", signed).statusCode()).isEqualTo(415);
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    @Test
    void A7_no_path_writes_a_received_body_anew() {
        String body = "{\"b\":1.0,\"a\":\"\\u00f1\\/\\u003c\", \"c\":1e2,\"id\":\"e\",\"type\":\"t\"}";

        assertThat(server.post("/in/ycloud", Signed.ycloud(body)).statusCode()).isEqualTo(204);
        assertThat(server.onlyBody("ycloud")).isEqualTo(utf8(body));
        String ref = server.events("ycloud").get(0).get("ref").asString();
        assertThat(server.json("/events/" + ref).get("body_text").asString()).isEqualTo(body);
    }

    @Test
    void A8_the_media_type_does_not_matter() {
        assertThat(server.post("/in/ycloud", Signed.ycloud(event("e1"))).statusCode())
                .isEqualTo(204);
        assertThat(server.post(
                                "/in/ycloud",
                                Signed.ycloud(event("e2"))
                                        .with("Content-Type", "application/vnd.acme.v2+json; charset=utf-8"))
                        .statusCode())
                .isEqualTo(204);
        assertThat(server.post("/in/ycloud", Signed.ycloud(event("e3")).with("Content-Type", "text/plain"))
                        .statusCode())
                .isEqualTo(204);
        assertThat(server.post("/in/ycloud", Signed.ycloud(event("e4")).with("Content-Type", "no media type"))
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void B1_white_space_around_the_parts_of_the_header_is_ignored() {
        List<String> separators = List.of(", ", ",\t", " , ");
        for (int i = 0; i < separators.size(); i++) {
            String between = separators.get(i);
            Signed signed = Signed.ycloud(event("e" + i));
            String header = signed.header("YCloud-Signature").replace(",", between) + ",";

            assertThat(server.post("/in/ycloud", resigned(signed, header)).statusCode())
                    .isEqualTo(204);
        }
    }

    @Test
    void B2_repeated_header_lines_are_joined_in_order() {
        Signed signed = Signed.ycloud(event("e"));
        String[] parts = signed.header("YCloud-Signature").split(",");
        Signed none = signed.without("YCloud-Signature");

        assertThat(server.post(
                                "/in/ycloud",
                                none.with("YCloud-Signature", parts[0]).with("YCloud-Signature", parts[1]))
                        .statusCode())
                .isEqualTo(204);
        assertThat(server.post("/in/ycloud", none.with("YCloud-Signature", parts[0]))
                        .statusCode())
                .isEqualTo(401);
        assertThat(server.post("/in/ycloud", none.with("YCloud-Signature", parts[1]))
                        .statusCode())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ycloud-signature", "YCLOUD-SIGNATURE", "yCloud-sIGNATURE"})
    void B4_the_case_of_header_names_does_not_matter(String name) {
        Signed signed = Signed.ycloud(event("e"));

        assertThat(server.post(
                                "/in/ycloud",
                                signed.without("YCloud-Signature").with(name, signed.header("YCloud-Signature")))
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void B5_every_malformed_signature_is_a_plain_401_and_upper_case_hex_is_valid() throws IOException {
        Signed signed = Signed.ycloud(event("e"));
        String[] parts = signed.header("YCloud-Signature").split(",s=");
        String hex = parts[1];
        for (String bad : List.of("", hex.substring(1), hex + "0", "z".repeat(64))) {
            HttpResponse<byte[]> answer = server.post("/in/ycloud", resigned(signed, parts[0] + ",s=" + bad));

            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.body()).isEmpty();
        }
        try (RawHttp raw = RawHttp.to(server.port())) {
            String header = parts[0] + ",s=" + hex.substring(0, 63) + "\u00E9";
            raw.write("POST /in/ycloud HTTP/1.1\r\nHost: x\r\nYCloud-Signature: " + header
                    + "\r\nContent-Length: 2\r\n\r\n{}");
            assertThat(raw.status()).isEqualTo(401);
        }
        assertThat(server.post(
                                "/in/ycloud",
                                resigned(signed, parts[0] + ",s=" + hex.toUpperCase(java.util.Locale.ROOT)))
                        .statusCode())
                .isEqualTo(204);
    }

    private static Signed resigned(Signed signed, String header) {
        return signed.without("YCloud-Signature").with("YCloud-Signature", header);
    }

    @Test
    void B6_no_signature_header_is_never_nothing_to_check() {
        assertThat(server.post("/in/ycloud", Signed.ycloud(event("e")).without("YCloud-Signature"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(server.events("ycloud")).isEmpty();
    }

    @Test
    void B8_timestamps_are_refused_on_both_sides_of_the_tolerance() {
        // Two seconds from the edge: the clock moves while the request is under way.
        assertThat(at(-297)).isEqualTo(204);
        assertThat(at(297)).isEqualTo(204);
        assertThat(at(-303)).isEqualTo(401);
        assertThat(at(303)).isEqualTo(401);
        assertThat(server.rejections("ycloud", "timestamp_stale")).isEqualTo(1);
        assertThat(server.rejections("ycloud", "timestamp_future")).isEqualTo(1);
    }

    private int at(long seconds) {
        Signed signed = Signed.ycloud(event("e" + seconds), Instant.now().plusSeconds(seconds));
        return server.post("/in/ycloud", signed).statusCode();
    }

    @Test
    void C1_fifty_identical_requests_at_once_are_one_event() throws Exception {
        Signed signed = Signed.ycloud(event("e"));
        ExecutorService threads = Executors.newFixedThreadPool(50);
        try {
            List<Callable<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                calls.add(() -> server.post("/in/ycloud", signed).statusCode());
            }
            for (Future<Integer> answer : threads.invokeAll(calls)) {
                assertThat(answer.get()).isEqualTo(204);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(server.events("ycloud")).hasSize(1);
    }

    @Test
    void C5_the_first_body_wins_and_the_other_is_on_record() {
        byte[] first = utf8("{\"id\":\"e\",\"type\":\"t\",\"n\":1}");
        byte[] second = utf8("{\"id\":\"e\",\"type\":\"t\",\"n\":2}");

        assertThat(server.post("/in/ycloud", Signed.ycloud(first)).statusCode()).isEqualTo(204);
        assertThat(server.post("/in/ycloud", Signed.ycloud(second)).statusCode())
                .isEqualTo(204);

        assertThat(server.onlyBody("ycloud")).isEqualTo(first);
        String ref = server.events("ycloud").get(0).get("ref").asString();
        assertThat(server.json("/events/" + ref).get("conflicts")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1_001, 10_000, 500_000})
    void C8_deep_nesting_ends_in_an_answer_and_the_next_request_is_fine(int depth) {
        String nested = "[".repeat(depth) + "]".repeat(depth);
        byte[] body = utf8("{\"id\":\"deep\",\"type\":\"t\",\"x\":" + nested + "}");

        assertThat(server.post("/in/ycloud", Signed.ycloud(body).without("YCloud-Signature"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(server.post("/in/ycloud", Signed.ycloud(body)).statusCode()).isIn(204, 400);
        assertThat(server.post("/in/ycloud", Signed.ycloud(event("next"))).statusCode())
                .isEqualTo(204);
    }

    @Test
    void C10_a_body_just_under_the_limit_is_taken() {
        byte[] body = new byte[24_900_000];

        assertThat(server.post("/in/large", Signed.github("e", body)).statusCode())
                .isEqualTo(204);
        assertThat(server.onlyBody("large")).isEqualTo(body);
    }

    @Test
    void C10_one_byte_over_the_limit_is_413_without_reading() throws IOException {
        try (RawHttp raw = RawHttp.to(server.port())) {
            raw.write("POST /in/large HTTP/1.1\r\nHost: x\r\nContent-Length: " + (25 * 1024 * 1024 + 1) + "\r\n\r\n");

            assertThat(raw.status()).isEqualTo(413);
        }
    }

    @Test
    void H1_an_empty_or_blank_id_is_no_id() {
        for (String id : List.of("", "   ", "\\t")) {
            String one = "{\"id\":\"" + id + "\",\"type\":\"t\",\"n\":1}";
            String two = "{\"id\":\"" + id + "\",\"type\":\"t\",\"n\":2}";

            assertThat(server.post("/in/ycloud", Signed.ycloud(one)).statusCode())
                    .isEqualTo(400);
            assertThat(server.post("/in/ycloud", Signed.ycloud(two)).statusCode())
                    .isEqualTo(400);
        }
        assertThat(server.events("ycloud")).isEmpty();
    }

    @Test
    void H2_any_of_several_signatures_may_match() {
        byte[] body = event("w1");
        Signed signed = Signed.by(dev.surehook.signatures.Providers.WORDPANE, "w1", body, Instant.now());
        String header = signed.header("WordPane-Signature");
        String wrong = "v1=" + "0".repeat(64);
        String twice = header.replace(",v1=", "," + wrong + ",v1=");

        assertThat(server.post(
                                "/in/wordpane",
                                signed.without("WordPane-Signature").with("WordPane-Signature", twice))
                        .statusCode())
                .isEqualTo(204);
    }
}
