package dev.surehook.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A small body that is there at once is taken without a thread of its own, any other by a servlet: a sender must not be
 * able to tell.
 */
class DirectIntakeTest {
    @TempDir
    static Path folder;

    private static TestingServer server;

    @BeforeAll
    static void start() {
        server = TestingServer.in(folder)
                .source("ycloud", "ycloud")
                .source("small", "ycloud")
                .set("sources.small.max-body-size", "60B")
                .start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String event(String id) {
        return "{\"id\":\"" + id + "\",\"type\":\"sms.message.updated\"}";
    }

    /** The request as it is written to the socket. */
    private static String text(String source, Signed request, boolean chunked) {
        StringBuilder text = new StringBuilder("POST /in/" + source + " HTTP/1.1\r\nHost: x\r\n");
        request.headers().forEach(line -> text.append(line.getKey() + ": " + line.getValue() + "\r\n"));
        String body = new String(request.body(), StandardCharsets.ISO_8859_1);
        if (!chunked) {
            return text + "Content-Length: " + request.body().length + "\r\n\r\n" + body;
        }
        String chunk = body.isEmpty() ? "" : Integer.toHexString(body.length()) + "\r\n" + body + "\r\n";
        return text + "Transfer-Encoding: chunked\r\n\r\n" + chunk + "0\r\n\r\n";
    }

    private static String answer(String source, Signed request, boolean chunked) throws IOException {
        try (RawHttp connection = RawHttp.to(server.port())) {
            connection.write(text(source, request, chunked));
            // The date is the only part that may differ from one second to the next.
            return connection.head().replaceFirst("Date: [^\\r]*", "Date");
        }
    }

    static Map<String, Signed> requests() {
        Signed good = Signed.ycloud(event("evt_good"));
        return Map.of(
                "good", good,
                "unsigned", good.without("YCloud-Signature"),
                "tampered", good.withBody(event("evt_bad").getBytes(StandardCharsets.UTF_8)),
                "stale", Signed.ycloud(good.body(), Instant.now().minusSeconds(302)),
                "not JSON", Signed.ycloud("nothing"),
                "without a type", Signed.ycloud("{\"id\":\"evt_1\"}"),
                "empty", Signed.ycloud(""));
    }

    static Stream<String> kinds() {
        return requests().keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void both_ways_answer_alike_to_the_byte(String kind) throws IOException {
        Signed request = Objects.requireNonNull(requests().get(kind));
        for (String source : new String[] {"ycloud", "small", "nobody"}) {
            assertThat(answer(source, request, false))
                    .as("%s to %s", kind, source)
                    .startsWith("HTTP/1.1 ")
                    .isEqualTo(answer(source, request, true));
        }
    }

    @Test
    void a_body_in_pieces_is_put_together_wherever_it_is_cut() throws IOException {
        for (int cut = 0; cut < 40; cut += 13) {
            Signed request = Signed.ycloud(event("evt_cut_" + cut));
            String text = text("ycloud", request, false);
            int split = text.length() - request.body().length + cut;
            try (RawHttp connection = RawHttp.to(server.port())) {
                connection.write(text.substring(0, split));
                // One thread reads all connections in turn: when this is answered, the first piece was read.
                server.post("/in/ycloud", Signed.ycloud(event("evt_between_" + cut)));
                connection.write(text.substring(split));

                assertThat(connection.status()).isEqualTo(204);
            }
        }
    }

    @Test
    void requests_sent_together_are_answered_in_order() throws IOException {
        Signed unsigned = Signed.ycloud(event("evt_line")).without("YCloud-Signature");
        try (RawHttp connection = RawHttp.to(server.port())) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                line.append(text("ycloud", Signed.ycloud(event("evt_line_" + i)), false));
                line.append(text("nobody", unsigned, false));
                line.append(text("ycloud", unsigned, false));
                line.append(text("ycloud", Signed.ycloud(event("evt_line_chunked_" + i)), true));
            }
            connection.write(line.toString());
            for (int i = 0; i < 20; i++) {
                assertThat(connection.head()).startsWith("HTTP/1.1 204 ");
                assertThat(connection.head()).startsWith("HTTP/1.1 404 ");
                assertThat(connection.head()).startsWith("HTTP/1.1 401 ");
                assertThat(connection.head()).startsWith("HTTP/1.1 204 ");
            }
        }
    }

    @Test
    void headers_are_kept_as_they_came_in_their_order() throws IOException {
        Signed request = Signed.ycloud(event("evt_headers"))
                .with("X-Zero", "")
                .with("x-low", "\u00e9")
                .with("X-Again", "1")
                .with("x-aGain", "2");
        assertThat(answer("ycloud", request, false)).startsWith("HTTP/1.1 204 ");

        assertThat(server.headersOf("evt_headers"))
                .containsSubsequence(List.of("X-Zero: ", "x-low: \u00e9", "X-Again: 1", "x-aGain: 2"));
    }
}
