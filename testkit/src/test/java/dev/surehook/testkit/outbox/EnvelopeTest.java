package dev.surehook.testkit.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.engine.endpoint.PayloadFilter;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.PublishOutcome;
import dev.surehook.engine.outbox.Published;
import dev.surehook.engine.profile.Envelope;
import dev.surehook.engine.profile.JsonEnvelope;
import dev.surehook.engine.profile.JsonMember;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.store.host.HostSettings;
import dev.surehook.engine.store.host.HostStore;
import dev.surehook.testkit.receiver.Answer;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a profile puts around a payload, on every way to publish. */
class EnvelopeTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Envelope ENVELOPE = new JsonEnvelope(List.of(
            new JsonMember.Id("id"),
            new JsonMember.Type("type"),
            new JsonMember.CreatedAt("created_at"),
            JsonMember.Payload.named("data")));

    private HikariDataSource pool;
    private HostStore store;
    private SendingNode node;
    private ScriptedReceiver receiver;

    @BeforeEach
    void start() throws Exception {
        pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID());
        store = HostStore.open(pool, new HostSettings(HostSettings.Schema.MIGRATE, false, InstantSource.system()));
        node = SendingNode.on(store, SendingNode.with(new RetrySchedule(List.of(Duration.ofMillis(10)), 0), ENVELOPE));
        receiver = ScriptedReceiver.start();
    }

    @AfterEach
    void stop() {
        node.close();
        store.close();
        pool.close();
        receiver.close();
    }

    private static Publication event(String id, String payload) {
        return new Publication(
                SendingNode.ACME, id, "order.paid", Publication.JSON, payload.getBytes(StandardCharsets.UTF_8));
    }

    private ReceivedRequest only() {
        return receiver.awaitRequests(1, SOON).get(0);
    }

    private static void requireWrapped(ReceivedRequest request, String id, String payload) {
        assertThat(request.bodyText())
                .matches("\\{\"id\":\"" + id + "\",\"type\":\"order.paid\",\"created_at\":\"20[-0-9T:.]*Z\",\"data\":"
                        + Pattern.quote(payload) + "\\}");
    }

    @Test
    void a_payload_is_sent_in_the_envelope_the_same_at_every_attempt() {
        receiver.next(Answer.status(500));
        node.endpoint(receiver.url("/hook").toString());
        assertThat(node.sending().publish(event("e1", "{ \"a\": 1.0 }"))).isInstanceOf(PublishOutcome.Accepted.class);

        List<ReceivedRequest> requests = receiver.awaitRequests(2, SOON);
        requireWrapped(requests.get(0), "e1", "{ \"a\": 1.0 }");
        assertThat(requests.get(1).body()).isEqualTo(requests.get(0).body());
    }

    @Test
    void publishing_again_is_a_repeat_whatever_the_time_and_another_payload_is_a_conflict() throws Exception {
        node.endpoint(receiver.url("/hook").toString());
        assertThat(node.sending().publish(event("e1", "{}"))).isInstanceOf(PublishOutcome.Accepted.class);
        long began = System.currentTimeMillis();
        while (System.currentTimeMillis() == began) {
            Thread.onSpinWait();
        }

        assertThat(node.sending().publish(event("e1", "{}"))).isInstanceOf(PublishOutcome.Repeated.class);
        assertThat(node.sending().publish(event("e1", "{ }"))).isInstanceOf(PublishOutcome.Conflicting.class);
        try (Connection connection = pool.getConnection()) {
            assertThat(node.sending().publishIn(connection, event("e1", "{}"))).isEqualTo(Published.REPEATED);
        }
        requireWrapped(only(), "e1", "{}");
    }

    @Test
    void an_event_of_the_callers_transaction_is_in_it_as_well() throws Exception {
        node.endpoint(receiver.url("/hook").toString());
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            assertThat(node.sending().publishIn(connection, event("e1", "[7]"))).isEqualTo(Published.STORED);
            connection.commit();
        }
        node.sending().signal();

        requireWrapped(only(), "e1", "[7]");
    }

    @Test
    void an_event_for_one_endpoint_is_in_it_as_well() {
        Endpoint endpoint = node.endpoint(receiver.url("/hook").toString());
        assertThat(node.sending().publishTo(endpoint.ref(), event("t1", "{}"))).isPresent();

        requireWrapped(only(), "t1", "{}");
    }

    @Test
    void a_filter_looks_at_the_body_that_is_sent() {
        node.endpoint(new EndpointDraft(
                receiver.url("/hook").toString(),
                "",
                List.of(),
                Optional.of(new PayloadFilter(Map.of("data.status", List.of("paid")))),
                Map.of(),
                LaneLimits.STANDARD));
        node.sending().publish(event("e1", "{\"status\":\"lost\"}"));
        node.sending().publish(event("e2", "{\"status\":\"paid\"}"));

        requireWrapped(only(), "e2", "{\"status\":\"paid\"}");
    }

    @Test
    void what_cannot_stand_in_it_is_refused_and_not_stored() {
        node.endpoint(receiver.url("/hook").toString());
        assertThatThrownBy(() -> node.sending().publish(event("e1", "{}}"))).isInstanceOf(Envelope.UnfitEvent.class);

        assertThat(store.sending().log().event(SendingNode.ACME, event("e1", "").ref()))
                .isEmpty();
    }
}
