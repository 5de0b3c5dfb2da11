package dev.surehook.testkit.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.SendingLog.Delivery;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.store.postgresql.PostgresSettings;
import dev.surehook.engine.store.postgresql.PostgresStore;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import dev.surehook.testkit.store.TestPostgres;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresSendingTest extends SendingContract {
    private @Nullable PostgresSettings settings;

    @Override
    Store openEmpty() throws Exception {
        settings = TestPostgres.freshDatabase();
        return reopen();
    }

    @Override
    Store reopen() {
        return PostgresStore.open(Objects.requireNonNull(settings));
    }

    @ParameterizedTest
    @ValueSource(ints = {-5, 5})
    void a_node_whose_clock_is_hours_off_sends_neither_early_nor_late(int hours) throws Exception {
        Clock wrong = Clock.offset(Clock.systemUTC(), Duration.ofHours(hours));
        RetrySchedule retries = new RetrySchedule(List.of(Duration.ofMillis(50), Duration.ofHours(1)), 0);
        try (Store store = PostgresStore.open(TestPostgres.freshDatabase());
                ScriptedReceiver receiver = ScriptedReceiver.start();
                SendingNode node = SendingNode.on(store, SendingNode.with(retries), wrong)) {
            receiver.failTimes(2, 503).thenRespond(204);
            node.endpoint(receiver.url("/hook").toString());
            node.publish("late");
            node.await(DeliveryState.RETRYING, 1);
            node.await(
                    "the second attempt, which is due soon, is made",
                    () -> node.only().attempts() == 2);
            node.await(DeliveryState.RETRYING, 1);
            for (int i = 0; i < 20; i++) {
                node.publish("e" + i);
            }
            node.await(DeliveryState.DELIVERED, 20);

            Delivery late = node.deliveries().stream()
                    .filter(delivery -> delivery.eventId().equals("late"))
                    .findFirst()
                    .orElseThrow();
            assertThat(late.state()).isEqualTo(DeliveryState.RETRYING);
            assertThat(late.nextAttemptAt().orElseThrow())
                    .isBetween(Instant.now().plusSeconds(3_500), Instant.now().plusSeconds(3_700));
            assertThat(receiver.requests())
                    .extracting((ReceivedRequest request) -> request.header("webhook-id"))
                    .filteredOn("late"::equals)
                    .hasSize(2);
        }
    }
}
