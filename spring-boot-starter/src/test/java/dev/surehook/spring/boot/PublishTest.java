package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.outbox.SendingLog.Filter;
import dev.surehook.engine.secret.SealingKeys;
import dev.surehook.signatures.Providers;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verifier;
import dev.surehook.spring.ConflictingEvent;
import dev.surehook.spring.SurehookSender;
import dev.surehook.spring.UnfitEndpoint;
import dev.surehook.spring.WebhookEndpoints;
import dev.surehook.spring.Webhooks;
import dev.surehook.testkit.receiver.ReceivedRequest;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Events that an application publishes to its customers' endpoints. */
class PublishTest {
    private static final String ACCOUNT = "acme";
    private static final String KEY = SealingKeys.make();
    private static final Duration SOON = Duration.ofSeconds(20);

    record Paid(String order, int cents) {}

    private static TestApplication start(String url) {
        return TestApplication.start(
                Plain.class,
                "spring.datasource.url=" + url,
                "surehook.schema=always",
                "surehook.sending.enabled=true",
                "surehook.sending.sealing-key=" + KEY,
                "surehook.sending.allow-local=true");
    }

    private static Secret endpoint(TestApplication application, String url) {
        WebhookEndpoints endpoints = application.bean(WebhookEndpoints.class);
        endpoints.open(ACCOUNT);
        return endpoints.add(ACCOUNT, new EndpointDraft(url)).secret();
    }

    private static TransactionTemplate transactions(TestApplication application) {
        return new TransactionTemplate(application.bean(PlatformTransactionManager.class));
    }

    @ParameterizedTest
    @EnumSource
    void an_event_is_part_of_the_transaction_that_published_it(TestDatabase database, @TempDir Path folder)
            throws Exception {
        try (ScriptedReceiver receiver = ScriptedReceiver.start();
                TestApplication application = start(database.fresh(folder))) {
            Secret secret = endpoint(application, receiver.url("/hook").toString());
            application.sql().execute("CREATE TABLE payment (id varchar(50) PRIMARY KEY)");
            Webhooks webhooks = application.bean(Webhooks.class);

            assertThatThrownBy(() -> transactions(application).executeWithoutResult(status -> {
                        webhooks.publish(ACCOUNT, "lost", "order.paid", new Paid("lost", 1));
                        application.sql().update("INSERT INTO payment (id) VALUES ('lost')");
                        throw new IllegalStateException("the till is closed");
                    }))
                    .hasMessage("the till is closed");
            transactions(application).executeWithoutResult(status -> {
                application.sql().update("INSERT INTO payment (id) VALUES ('kept')");
                webhooks.publish(ACCOUNT, "kept", "order.paid", new Paid("kept", 4_900));
            });

            List<ReceivedRequest> requests = receiver.awaitRequests(1, SOON);
            assertThat(requests).hasSize(1);
            assertThat(requests.get(0).bodyText()).isEqualTo("{\"order\":\"kept\",\"cents\":4900}");
            assertThat(requests.get(0).header("webhook-id")).isEqualTo("kept");
            SignedRequest signed = new SignedRequest(
                    "POST", "", requests.get(0).headers(), requests.get(0).body());
            assertThat(Verifier.of(Providers.STANDARD_WEBHOOKS, List.of(secret))
                            .verify(signed, Instant.now())
                            .isVerified())
                    .isTrue();
            assertThat(application
                            .bean(SurehookSender.class)
                            .sending()
                            .store()
                            .log()
                            .events(new AccountName(ACCOUNT), Filter.newest(10))
                            .rows())
                    .hasSize(1);
        }
    }

    @Test
    void a_repeat_is_a_success_and_other_content_under_its_id_is_not(@TempDir Path folder) throws Exception {
        try (ScriptedReceiver receiver = ScriptedReceiver.start();
                TestApplication application = start(TestDatabase.POSTGRESQL.fresh(folder))) {
            endpoint(application, receiver.url("/hook").toString());
            Webhooks webhooks = application.bean(Webhooks.class);
            webhooks.publish(ACCOUNT, "e1", "order.paid", new Paid("1", 1));
            webhooks.publish(ACCOUNT, "e1", "order.paid", new Paid("1", 1));
            transactions(application)
                    .executeWithoutResult(status -> webhooks.publish(ACCOUNT, "e1", "order.paid", new Paid("1", 1)));
            assertThatThrownBy(() -> webhooks.publish(ACCOUNT, "e1", "order.paid", new Paid("1", 2)))
                    .isInstanceOf(ConflictingEvent.class);
            assertThatThrownBy(() -> webhooks.publish("nobody", "order.paid", new Paid("1", 1)))
                    .hasMessageContaining("no account nobody");
            webhooks.publish(ACCOUNT, "e2", "order.paid", new Paid("2", 2));

            assertThat(receiver.awaitRequests(2, SOON))
                    .extracting(request -> request.header("webhook-id"))
                    .containsExactlyInAnyOrder("e1", "e2");
        }
    }

    @Test
    void what_was_committed_is_sent_by_the_next_process(@TempDir Path folder) throws Exception {
        String url = TestDatabase.POSTGRESQL.fresh(folder);
        try (ScriptedReceiver receiver = ScriptedReceiver.start()) {
            try (TestApplication application = start(url)) {
                endpoint(application, receiver.url("/hook").toString());
                // As a process that is killed right after the commit leaves it: nothing begins any more.
                SurehookSender sender = application.bean(SurehookSender.class);
                sender.sending().close(Duration.ofSeconds(5));
                Webhooks webhooks = application.bean(Webhooks.class);
                transactions(application)
                        .executeWithoutResult(
                                status -> webhooks.publish(ACCOUNT, "e1", "order.paid", new Paid("1", 1)));
            }
            assertThat(receiver.requests()).isEmpty();
            try (TestApplication application = start(url)) {
                assertThat(application.bean(SurehookSender.class).isRunning()).isTrue();
                assertThat(receiver.awaitRequests(1, SOON).get(0).header("webhook-id"))
                        .isEqualTo("e1");
            }
        }
    }

    @Test
    void an_endpoint_is_judged_changed_renewed_and_switched_off(@TempDir Path folder) throws Exception {
        try (ScriptedReceiver receiver = ScriptedReceiver.start();
                TestApplication application = start(TestDatabase.POSTGRESQL.fresh(folder))) {
            WebhookEndpoints endpoints = application.bean(WebhookEndpoints.class);
            endpoints.open(ACCOUNT);
            assertThatThrownBy(() -> endpoints.add(ACCOUNT, new EndpointDraft("https://169.254.169.254/")))
                    .isInstanceOf(UnfitEndpoint.class)
                    .hasMessageContaining("metadata");
            WebhookEndpoints.Added added = endpoints.add(
                    ACCOUNT, new EndpointDraft(receiver.url("/hook").toString()));
            assertThat(endpoints.rotate(ACCOUNT, added.endpoint().ref(), Duration.ofHours(1)))
                    .get()
                    .isNotEqualTo(added.secret());
            Webhooks webhooks = application.bean(Webhooks.class);
            webhooks.publish(ACCOUNT, "e1", "order.paid", new Paid("1", 1));
            assertThat(receiver.awaitRequests(1, SOON).get(0).header("webhook-signature"))
                    .as("signed with both")
                    .containsPattern("v1,\\S+ v1,");
            endpoints.disable(ACCOUNT, added.endpoint().ref(), "not paid");
            webhooks.publish(ACCOUNT, "e2", "order.paid", new Paid("2", 2));
            assertThat(endpoints.find("other", added.endpoint().ref())).isEmpty();
            assertThat(endpoints.delete(ACCOUNT, added.endpoint().ref())).isTrue();
            assertThat(endpoints.of(ACCOUNT)).isEmpty();
            assertThat(receiver.requests()).hasSize(1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Plain {}
}
