package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.secret.SealingKeys;
import dev.surehook.spring.SurehookSender;
import dev.surehook.spring.UnfitEndpoint;
import dev.surehook.spring.WebhookEndpoints;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.spring.Webhooks;
import dev.surehook.testkit.receiver.Answer;
import dev.surehook.testkit.receiver.ScriptedReceiver;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What operators of an application that sends see of it, set and wait for. */
class SendingOperationsTest {
    private static final String ACCOUNT = "acme";
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String KEY = SealingKeys.make();

    private static TestApplication start(String url, String key, String... more) {
        String[] all = new String[more.length + 6];
        all[0] = "spring.datasource.url=" + url;
        all[1] = "surehook.sending.enabled=true";
        all[2] = "surehook.sending.sealing-key=" + key;
        all[3] = "surehook.sending.allow-local=true";
        all[4] = "management.endpoints.web.exposure.include=health";
        all[5] = "management.endpoint.health.show-details=always";
        System.arraycopy(more, 0, all, 6, more.length);
        return TestApplication.start(Hanging.class, all);
    }

    private static void publish(TestApplication application, ScriptedReceiver receiver) {
        WebhookEndpoints endpoints = application.bean(WebhookEndpoints.class);
        endpoints.open(ACCOUNT);
        endpoints.add(ACCOUNT, new EndpointDraft(receiver.url("/hook").toString()));
        application.bean(Webhooks.class).publish(ACCOUNT, "e1", "order.paid", "paid");
    }

    @Test
    void health_and_meters_tell_of_what_is_sent() throws Exception {
        try (ScriptedReceiver receiver = ScriptedReceiver.start();
                TestApplication application = start(TestApplication.freshPostgres(), KEY)) {
            publish(application, receiver);
            receiver.awaitRequests(1, SOON);

            String health = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(application.url() + "/actuator/health"))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            assertThat(health).contains("\"surehookSending\":").contains("\"oldestDueSeconds\":0");
            MeterRegistry meters = application.bean(MeterRegistry.class);
            assertThat(meters.get("surehook.published")
                            .tag("outcome", "accepted")
                            .timer()
                            .count())
                    .isEqualTo(1);
            long deadline = System.nanoTime() + SOON.toNanos();
            while (meters.find("surehook.delivery.attempts").timer() == null && System.nanoTime() < deadline) {
                TestApplication.rest();
            }
            assertThat(meters.get("surehook.delivery.attempts").timers())
                    .singleElement()
                    .satisfies(
                            timer -> assertThat(timer.getId().getTag("status")).isEqualTo("2xx"))
                    .satisfies(
                            timer -> assertThat(timer.getId().getTag("outcome")).isEqualTo("delivered"));
            assertThat(meters.get("surehook.delivery.attempts.in.flight")
                            .gauge()
                            .value())
                    .isZero();
            assertThat(meters.get("surehook.oldest.due.delivery.age").gauge().value())
                    .isZero();
            assertThat(application.bean(SurehookSender.class).oldestDueAge()).isZero();
        }
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void what_is_published_in_a_transaction_counts_once_it_is_committed() {
        try (TestApplication application = start(TestApplication.freshPostgres(), KEY)) {
            application.bean(WebhookEndpoints.class).open(ACCOUNT);
            Webhooks webhooks = application.bean(Webhooks.class);
            TransactionTemplate transactions =
                    new TransactionTemplate(application.bean(PlatformTransactionManager.class));
            transactions.executeWithoutResult(status -> {
                webhooks.publish(ACCOUNT, "lost", "order.paid", "paid");
                status.setRollbackOnly();
            });
            transactions.executeWithoutResult(status -> webhooks.publish(ACCOUNT, "kept", "order.paid", "paid"));
            transactions.executeWithoutResult(status -> webhooks.publish(ACCOUNT, "kept", "order.paid", "paid"));

            MeterRegistry meters = application.bean(MeterRegistry.class);
            assertThat(meters.get("surehook.published").timers())
                    .extracting(timer -> timer.getId().getTag("outcome") + " " + timer.count())
                    .containsExactlyInAnyOrder("accepted 1", "repeated 1");
        }
    }

    @Test
    void receiving_and_sending_stop_side_by_side_within_one_grace() throws Exception {
        Duration grace = Duration.ofSeconds(3);
        try (ScriptedReceiver receiver = ScriptedReceiver.start()) {
            receiver.respond(Answer.never());
            TestApplication application =
                    start(TestApplication.freshPostgres(), KEY, "surehook.shutdown-grace=" + grace.toSeconds() + "s");
            application.webhooks().send(application.url(), "contact.created");
            application.bean(Hanging.Handler.class).began.await();
            publish(application, receiver);
            receiver.awaitRequests(1, SOON);

            long began = System.nanoTime();
            application.close();

            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isGreaterThan(grace.minusMillis(500))
                    .isLessThan(grace.multipliedBy(2).minusMillis(300));
        }
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void a_sealing_key_is_replaced() throws Exception {
        String url = TestApplication.freshPostgres();
        String fresh = SealingKeys.make();
        try (ScriptedReceiver receiver = ScriptedReceiver.start()) {
            try (TestApplication application = start(url, KEY)) {
                publish(application, receiver);
            }
            try (TestApplication application = start(url, fresh + "," + KEY)) {
                WebhookEndpoints endpoints = application.bean(WebhookEndpoints.class);
                assertThat(endpoints.reseal())
                        .satisfies(done -> assertThat(done.rewritten()).isEqualTo(1))
                        .satisfies(done -> assertThat(done.unopenable()).isEmpty())
                        .satisfies(done -> assertThat(done.othersNeeded()).isFalse());
                assertThat(endpoints.reseal().rewritten()).isZero();
            }
            try (TestApplication application = start(url, fresh)) {
                application.bean(Webhooks.class).publish(ACCOUNT, "e2", "order.paid", "paid");
                receiver.awaitRequests(2, SOON);
            }
            try (TestApplication application = start(url, KEY)) {
                assertThat(application.bean(WebhookEndpoints.class).reseal())
                        .satisfies(done -> assertThat(done.unopenable()).hasSize(1))
                        .satisfies(done -> assertThat(done.othersNeeded()).isTrue());
            }
        }
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void the_way_out_is_judged_at_the_start_and_refusals_name_the_starters_own_keys() {
        String url = TestApplication.freshPostgres();
        assertThatThrownBy(() -> start(url, KEY, "surehook.sending.authorities=/nowhere/ca.pem")
                        .close())
                .hasStackTraceContaining("surehook.sending.authorities: the file /nowhere/ca.pem cannot be read");
        assertThatThrownBy(() -> start(url, KEY, "surehook.sending.proxy.url=socks://proxy:1")
                        .close())
                .hasStackTraceContaining("surehook.sending.proxy.url: the proxy is written http://host:port");
        assertThatThrownBy(() -> start(url, KEY, "surehook.sending.identities.bank.certificate=/nowhere/bank.pem")
                        .close())
                .hasStackTraceContaining("surehook.sending.identities.bank needs both");
        try (TestApplication application = start(url, KEY)) {
            WebhookEndpoints endpoints = application.bean(WebhookEndpoints.class);
            endpoints.open(ACCOUNT);
            assertThatThrownBy(() -> endpoints.add(ACCOUNT, new EndpointDraft("https://10.0.0.1/")))
                    .isInstanceOf(UnfitEndpoint.class)
                    .hasMessageContaining("surehook.sending.allow");
            assertThatThrownBy(() -> endpoints.add(
                            ACCOUNT, new EndpointDraft("https://hooks.example.com/").withClientIdentity("bank")))
                    .isInstanceOf(UnfitEndpoint.class)
                    .hasMessageContaining("client_identity");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Hanging {
        @Bean
        Handler handler() {
            return new Handler();
        }

        static class Handler {
            final CountDownLatch began = new CountDownLatch(1);

            @WebhookHandler(source = "ycloud")
            void on(byte[] body) throws InterruptedException {
                began.countDown();
                new CountDownLatch(1).await();
            }
        }
    }
}
