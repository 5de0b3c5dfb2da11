package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.ResendJob;
import dev.surehook.engine.secret.SealingKeys;
import dev.surehook.spring.WebhookEndpoints;
import dev.surehook.spring.WebhookResends;
import dev.surehook.spring.Webhooks;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Configuration;

/** What an application sends once more, many at a time. */
class ResendsTest {
    private static final String ACCOUNT = "acme";
    private static final Duration SOON = Duration.ofSeconds(20);

    @ParameterizedTest
    @EnumSource
    void what_was_kept_leaves_in_the_background(TestDatabase database, @TempDir Path folder) throws Exception {
        try (ScriptedReceiver receiver = ScriptedReceiver.start();
                TestApplication application = TestApplication.start(
                        Plain.class,
                        "spring.datasource.url=" + database.fresh(folder),
                        "surehook.schema=always",
                        "surehook.sending.enabled=true",
                        "surehook.sending.sealing-key=" + SealingKeys.make(),
                        "surehook.sending.allow=127.0.0.0/8",
                        "surehook.sending.allow-http=true")) {
            WebhookEndpoints endpoints = application.bean(WebhookEndpoints.class);
            WebhookResends resends = application.bean(WebhookResends.class);
            endpoints.open(ACCOUNT);
            EndpointRef endpoint = endpoints
                    .add(ACCOUNT, new EndpointDraft(receiver.url("/hook").toString()))
                    .endpoint()
                    .ref();
            endpoints.disable(ACCOUNT, endpoint, "not paid");
            Webhooks webhooks = application.bean(Webhooks.class);
            webhooks.publish(ACCOUNT, "e1", "order.paid", Map.of("no", 1));
            webhooks.publish(ACCOUNT, "e2", "order.paid", Map.of("no", 2));
            await(() -> Objects.equals(
                    2,
                    application.sql().queryForObject("SELECT count(*) FROM surehook_delivery_parked", Integer.class)));
            assertThatThrownBy(() -> resends.resumeBacklog(ACCOUNT, endpoint))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("enable it first");
            endpoints.enable(ACCOUNT, endpoint);

            ResendJob job = resends.resumeBacklog(ACCOUNT, endpoint);
            assertThat(receiver.awaitRequests(2, SOON))
                    .extracting(request -> request.header("webhook-id"))
                    .containsExactlyInAnyOrder("e1", "e2");
            await(() -> resends.find(ACCOUNT, job.ref()).orElseThrow().state() == ResendJob.State.DONE);
            assertThat(resends.cancel(ACCOUNT, job.ref())).isFalse();
            assertThat(resends.find("other", job.ref())).isEmpty();

            // A request that has arrived is under way until its end is on record.
            await(() -> Objects.equals(
                    0,
                    application.sql().queryForObject("SELECT count(*) FROM surehook_delivery_queue", Integer.class)));
            ResendJob recovery = resends.recover(ACCOUNT, Instant.EPOCH);
            ResendJob again = resends.resend(
                    ACCOUNT,
                    Set.of(DeliveryState.DELIVERED),
                    Optional.of(endpoint),
                    Optional.of("order.paid"),
                    Optional.empty(),
                    Optional.empty());
            receiver.awaitRequests(4, SOON);
            await(() -> resends.find(ACCOUNT, again.ref()).orElseThrow().state() == ResendJob.State.DONE);
            assertThat(resends.list(ACCOUNT, Optional.empty(), 10).rows())
                    .extracting(ResendJob::ref)
                    .containsExactly(again.ref(), recovery.ref(), job.ref());
            assertThat(resends.find(ACCOUNT, recovery.ref())
                            .orElseThrow()
                            .counts()
                            .queued())
                    .isZero();
            assertThatThrownBy(() -> resends.recover("nobody", Instant.EPOCH)).hasMessageContaining("no account");
        }
    }

    private static void await(BooleanSupplier done) {
        long deadline = System.nanoTime() + SOON.toNanos();
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Plain {}
}
