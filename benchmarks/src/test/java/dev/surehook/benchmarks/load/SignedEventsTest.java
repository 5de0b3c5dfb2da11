package dev.surehook.benchmarks.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verifier;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class SignedEventsTest {

    private static final String SECRET = "whsec_00112233445566778899aabbccddeeff";
    private static final Verifier VERIFIER =
            Verifier.of(Providers.YCLOUD, List.of(Secret.of(SECRET)), Duration.ofMinutes(5));

    private final JsonMapper json = new JsonMapper();

    @Test
    void everyEventIsSignedAsYCloudSignsIt() {
        SignedEvents events = new SignedEvents(8080, SECRET, IdOrder.RANDOM);
        for (int i = 0; i < 100; i++) {
            assertThat(isVerified(text(events.next()))).isTrue();
        }
    }

    @Test
    void aTamperedEventIsRefusedThoughItIsStillJsonAndTheNextEventIsGoodAgain() {
        SignedEvents events = new SignedEvents(8080, SECRET, IdOrder.RANDOM);
        String tampered = text(events.nextTampered());
        assertThat(isVerified(tampered)).isFalse();
        assertThat(json.readTree(body(tampered)).path("id").isString()).isTrue();
        assertThat(isVerified(text(events.next()))).isTrue();
    }

    @Test
    void theBodyIsJsonOfExactlyTheSizeThatTheHeadAnnounces() {
        String request = text(new SignedEvents(8080, SECRET, IdOrder.RANDOM).next());
        assertThat(body(request)).hasSize(SignedEvents.BODY_BYTES);
        assertThat(header(request, "Content-Length")).isEqualTo("1024");
        assertThat(json.readTree(body(request)).path("type").asString()).isEqualTo("whatsapp.inbound_message.received");
    }

    @Test
    void randomIdsAreDistinctVersion4Ids() {
        List<UUID> ids = ids(IdOrder.RANDOM, 10_000);
        assertThat(new HashSet<>(ids)).hasSize(10_000);
        assertThat(ids).allMatch(id -> id.version() == 4 && id.variant() == 2);
    }

    @Test
    void orderedIdsAreDistinctVersion7IdsWhoseTimeNeverFalls() {
        List<UUID> ids = ids(IdOrder.ORDERED, 10_000);
        assertThat(new HashSet<>(ids)).hasSize(10_000);
        assertThat(ids).allMatch(id -> id.version() == 7 && id.variant() == 2);
        assertThat(ids.stream().map(id -> id.getMostSignificantBits() >>> 16).toList())
                .isSorted();
    }

    private List<UUID> ids(IdOrder order, int count) {
        SignedEvents events = new SignedEvents(8080, SECRET, order);
        List<UUID> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(UUID.fromString(body(text(events.next())).substring(7, 43)));
        }
        return ids;
    }

    private static boolean isVerified(String request) {
        Headers headers = Headers.of("YCloud-Signature", header(request, "YCloud-Signature"));
        byte[] body = body(request).getBytes(ISO_8859_1);
        return VERIFIER.verify(SignedRequest.post(headers, body), Instant.now()).isVerified();
    }

    private static String text(byte[] request) {
        return new String(request, ISO_8859_1);
    }

    private static String body(String request) {
        return request.substring(request.indexOf("\r\n\r\n") + 4);
    }

    private static String header(String request, String name) {
        int at = request.indexOf(name + ": ") + name.length() + 2;
        return request.substring(at, request.indexOf("\r\n", at));
    }
}
