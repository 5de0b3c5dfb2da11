package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.testkit.webhook.WebhookTester;
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

/** Handlers with a lane of their own. */
@Tag(TestApplication.ONE_GENERATION)
class LanesTest {
    private static final String LIMITED = "sms.message.updated";
    private static final String FREE = "contact.created";

    @Test
    void a_handler_with_a_concurrency_of_its_own_runs_so_many_at_once_and_holds_up_no_other() throws Exception {
        try (TestApplication application = TestApplication.start(Shop.class)) {
            WebhookTester webhooks = application.webhooks();
            Handlers handlers = application.bean(Handlers.class);
            List<Sent> limited = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                limited.add(webhooks.send(application.url(), LIMITED));
            }
            assertThat(handlers.entered.await(20, TimeUnit.SECONDS)).isTrue();

            for (int i = 0; i < 5; i++) {
                webhooks.awaitProcessed(webhooks.send(application.url(), FREE));
            }
            assertThat(handlers.running).hasValue(1);
            assertThat(handlers.most).hasValue(1);

            handlers.open.countDown();
            limited.forEach(webhooks::awaitProcessed);
            assertThat(handlers.most).hasValue(1);
            assertThat(application.sql().queryForList("SELECT name FROM surehook_lane ORDER BY name", String.class))
                    .containsExactly("", "handlers#onSms");
        }
    }

    @Test
    void a_handler_that_was_renamed_finds_the_events_of_its_former_lane() {
        String database = "spring.datasource.url=" + TestApplication.freshPostgres();
        Sent sent;
        try (TestApplication before = TestApplication.start(Former.class, database)) {
            sent = before.webhooks().send(before.url(), LIMITED);
            assertThat(before.webhooks().awaitFailure(sent)).contains("not yet");
        }
        try (TestApplication after = TestApplication.start(Shop.class, database)) {
            after.bean(Handlers.class).open.countDown();
            after.sql().update("UPDATE surehook_inbox_retry SET due_at = 0");
            after.webhooks().awaitProcessed(sent);
        }
    }

    @Test
    void two_methods_of_one_name_cannot_both_have_a_lane() {
        assertThatThrownBy(() -> TestApplication.start(Overloaded.class).close())
                .rootCause()
                .hasMessageContaining("give one another name");
    }

    @Test
    void a_concurrency_that_makes_no_sense_is_refused() {
        assertThatThrownBy(() -> TestApplication.start(Negative.class).close())
                .rootCause()
                .hasMessageContaining("concurrency lies between 1 and 1000");
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {
        @Bean
        Handlers handlers() {
            return new Handlers();
        }
    }

    static class Handlers {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();

        @WebhookHandler(type = LIMITED, concurrency = 1)
        void onSms(WebhookEvent event) throws InterruptedException {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            entered.countDown();
            assertThat(open.await(20, TimeUnit.SECONDS)).as(event.id()).isTrue();
            running.decrementAndGet();
        }

        @WebhookHandler
        void onAnything(WebhookEvent event) {
            assertThat(event.type()).isEqualTo(FREE);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Former {
        @Bean
        FormerHandler former() {
            return new FormerHandler();
        }
    }

    static class FormerHandler {
        @WebhookHandler(type = LIMITED, concurrency = 2, retry = "1h")
        void on(WebhookEvent event) {
            throw new IllegalStateException("not yet " + event.id());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Overloaded {
        @Bean
        TwoOfOneName twoOfOneName() {
            return new TwoOfOneName();
        }
    }

    static class TwoOfOneName {
        @WebhookHandler(type = LIMITED, concurrency = 1)
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }

        @WebhookHandler(type = FREE, concurrency = 1)
        void on(byte[] body) {
            assertThat(body).isNotEmpty();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Negative {
        @Bean
        NegativeHandler negative() {
            return new NegativeHandler();
        }
    }

    static class NegativeHandler {
        @WebhookHandler(concurrency = -1)
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }
}
