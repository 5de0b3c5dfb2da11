package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Handlers and intake share the application's pool. */
@Tag(TestApplication.ONE_GENERATION)
class PoolTest {
    private static final int ROOM = 2;

    @Test
    void handlers_that_hold_their_connections_leave_three_to_the_intake() throws Exception {
        try (TestApplication application =
                TestApplication.start(Waiting.class, "spring.datasource.hikari.maximum-pool-size=" + (ROOM + 3))) {
            Waiter waiter = application.bean(Waiter.class);
            List<Sent> all = new ArrayList<>();
            for (int i = 0; i < 2 * ROOM; i++) {
                all.add(application.webhooks().send(application.url(), "contact.created"));
            }
            assertThat(waiter.full.await(20, TimeUnit.SECONDS)).isTrue();

            for (int i = 0; i < 10; i++) {
                all.add(application.webhooks().send(application.url(), "contact.created"));
            }
            assertThat(all).extracting(Sent::status).containsOnly(204);

            waiter.open.countDown();
            all.forEach(application.webhooks()::awaitProcessed);
            assertThat(waiter.most.get()).isEqualTo(ROOM);
        }
    }

    @Test
    void an_attempt_that_finds_no_connection_in_time_gives_its_lease_back_and_comes_again() throws Exception {
        try (TestApplication application =
                TestApplication.start(Crowded.class, "spring.datasource.hikari.maximum-pool-size=4")) {
            Waiter waiter = application.bean(Waiter.class);
            Sent first = application.webhooks().send(application.url(), "contact.created");
            waiter.awaitOne();

            Sent second = application.webhooks().send(application.url(), "sms.message.updated");
            assertThat(application.webhooks().awaitFailure(second))
                    .contains("the connections that handlers may have were all taken");

            waiter.open.countDown();
            application.webhooks().awaitProcessed(first);
            application.webhooks().awaitProcessed(second);
        }
    }

    static class Waiter {
        final CountDownLatch full = new CountDownLatch(ROOM);
        final CountDownLatch open = new CountDownLatch(1);
        final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger now = new AtomicInteger();

        void awaitOne() throws InterruptedException {
            while (now.get() == 0) {
                TestApplication.rest();
            }
        }

        @WebhookHandler
        void on(WebhookEvent event) throws InterruptedException {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            full.countDown();
            assertThat(open.await(60, TimeUnit.SECONDS)).as(event.id()).isTrue();
            now.decrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Crowded extends Waiting {
        @WebhookHandler(type = "sms.*", concurrency = 1)
        void on(WebhookEvent event) {
            assertThat(event.attempt()).as("begun after all").isGreaterThan(1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Waiting {
        @Bean
        Waiter waiter() {
            return new Waiter();
        }
    }
}
