package dev.surehook.engine.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.OrderKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.LaneRules;
import dev.surehook.engine.source.Order;
import dev.surehook.engine.source.Route;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Locator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class OrderingTest {
    private static final LaneRules ORDERED =
            new LaneRules("orders", List.of(), 1, 1, Optional.of(new Order(Locator.json("data.customer"), false)));

    private static Optional<OrderKey> keyOf(byte[] body, Headers headers, Optional<String> ignored, LaneRules lane) {
        Event event = new Event(new SourceName("shop"), "e1", "order.paid", Instant.EPOCH, headers, body);
        return NewEvent.of(event, new Route(ignored, Optional.of(lane), 1_024)).orderKey();
    }

    private static Optional<OrderKey> keyOf(String json) {
        return keyOf(json.getBytes(StandardCharsets.UTF_8), Headers.empty(), Optional.empty(), ORDERED);
    }

    @Test
    void the_key_is_the_text_or_the_whole_number_at_the_path() {
        assertThat(keyOf("{\"data\":{\"customer\":\"c7\"}}")).contains(OrderKey.of("c7"));
        assertThat(keyOf("{\"data\":{\"customer\":12345678901234567890}}"))
                .contains(OrderKey.of("12345678901234567890"));
    }

    @Test
    void of_several_places_the_first_that_has_a_key_counts() {
        Order byCustomer = new Order(List.of(Locator.json("inbound.from"), Locator.json("outbound.to")), false);
        LaneRules lane = new LaneRules("chats", List.of(), 1, 1, Optional.of(byCustomer));
        for (String body : List.of(
                "{\"inbound\":{\"from\":\"c7\"}}",
                "{\"outbound\":{\"from\":\"c8\",\"to\":\"c7\"}}",
                "{\"outbound\":{\"to\":\"c8\"},\"inbound\":{\"from\":\"c7\"}}")) {
            assertThat(keyOf(body.getBytes(StandardCharsets.UTF_8), Headers.empty(), Optional.empty(), lane))
                    .contains(OrderKey.of("c7"));
        }
    }

    @Test
    void without_a_key_there_is_no_order() {
        assertThat(keyOf("{\"data\":{}}")).isEmpty();
        assertThat(keyOf("{\"data\":{\"customer\":null}}")).isEmpty();
        assertThat(keyOf("{\"data\":{\"customer\":1.5}}")).isEmpty();
        assertThat(keyOf("no json")).isEmpty();
    }

    @Test
    void an_ignored_event_and_one_of_a_lane_without_order_have_no_key() {
        byte[] body = "{\"data\":{\"customer\":\"c7\"}}".getBytes(StandardCharsets.UTF_8);

        assertThat(keyOf(body, Headers.empty(), Optional.of("not wanted"), ORDERED))
                .isEmpty();
        assertThat(keyOf(body, Headers.empty(), Optional.empty(), new LaneRules("mail", List.of(), 1)))
                .isEmpty();
    }

    @Test
    void the_key_is_found_in_a_compressed_body_within_the_limit() throws IOException {
        Headers gzip = Headers.of("Content-Encoding", "gzip");
        byte[] small = gzip("{\"data\":{\"customer\":\"c7\"}}");
        byte[] bomb = gzip("{\"data\":{\"customer\":\"c7\"},\"rest\":\"" + "x".repeat(100_000) + "\"}");

        assertThat(keyOf(small, gzip, Optional.empty(), ORDERED)).contains(OrderKey.of("c7"));
        assertThat(keyOf(bomb, gzip, Optional.empty(), ORDERED)).isEmpty();
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
