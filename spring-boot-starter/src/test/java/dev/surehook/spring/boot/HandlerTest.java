package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.event.EventState;
import dev.surehook.spring.NonRetryable;
import dev.surehook.spring.SurehookReceiver;
import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.testkit.webhook.WebhookTester;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/** What a handler method is promised. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class HandlerTest {
    private TestApplication application;

    @BeforeAll
    void start() {
        application = TestApplication.start(Shop.class);
        application.sql().execute("CREATE TABLE orders (event_id text PRIMARY KEY, buyer text)");
    }

    @BeforeEach
    void forget() {
        application.sql().execute("TRUNCATE orders");
        handlers().forget();
    }

    @AfterAll
    void stop() {
        application.close();
    }

    private WebhookTester webhooks() {
        return application.webhooks();
    }

    private Sent send(String type) {
        Sent sent = webhooks().send(application.url(), type);
        assertThat(sent.status()).isEqualTo(204);
        return sent;
    }

    private Handlers handlers() {
        return application.bean(Handlers.class);
    }

    private List<String> orders() {
        return application.sql().queryForList("SELECT event_id FROM orders", String.class);
    }

    private EventState state(Sent sent) {
        return application
                .bean(SurehookReceiver.class)
                .engine()
                .log()
                .find(webhooks().ref(sent))
                .orElseThrow()
                .summary()
                .state();
    }

    @Test
    void the_payload_is_read_without_its_envelope_and_the_effect_commits_with_the_mark() {
        Sent sent = send("whatsapp.inbound_message.received");
        webhooks().awaitProcessed(sent);

        assertThat(orders()).containsExactly(sent.id());
        assertThat(state(sent)).isEqualTo(EventState.PROCESSED);
        assertThat(handlers().messages).singleElement().satisfies(message -> {
            assertThat(message.from()).startsWith("+");
            assertThat(message.type()).isNotBlank();
        });
        assertThat(handlers().events).singleElement().satisfies(event -> {
            assertThat(event.id()).isEqualTo(sent.id());
            assertThat(event.source()).isEqualTo("ycloud");
            assertThat(event.type()).isEqualTo("whatsapp.inbound_message.received");
            assertThat(event.attempt()).isEqualTo(1);
            assertThat(event.body().bytes()).isEqualTo(sent.request().body());
            assertThat(event.headers().first("YCloud-Signature")).isPresent();
            assertThat(event.ref()).isEqualTo(webhooks().ref(sent).toString());
        });
    }

    @Test
    void a_repeat_is_answered_as_a_success_and_handled_once() {
        Sent sent = send("whatsapp.inbound_message.received");
        webhooks().awaitProcessed(sent);

        assertThat(webhooks().repeat(application.url(), sent).status()).isEqualTo(204);
        Sent next = send("whatsapp.inbound_message.received");
        webhooks().awaitProcessed(next);

        assertThat(orders()).containsExactlyInAnyOrder(sent.id(), next.id());
    }

    @Test
    void forged_and_stale_requests_reach_no_handler() {
        assertThat(webhooks()
                        .sendTampered(application.url(), "whatsapp.inbound_message.received")
                        .status())
                .isEqualTo(401);
        assertThat(webhooks()
                        .sendStale(application.url(), "whatsapp.inbound_message.received")
                        .status())
                .isEqualTo(401);
        assertThat(orders()).isEmpty();
    }

    @Test
    void what_a_failing_attempt_did_is_rolled_back_and_the_next_attempt_does_it() {
        handlers().failuresLeft.set(2);
        Sent sent = send("whatsapp.inbound_message.received");
        webhooks().awaitProcessed(sent);

        assertThat(orders()).containsExactly(sent.id());
        assertThat(handlers().events).extracting(WebhookEvent::attempt).containsExactly(1, 2, 3);
    }

    @Test
    void a_checked_exception_rolls_back_too() {
        Sent sent = send("sms.message.updated");
        assertThat(webhooks().awaitFailure(sent)).contains("Exception: the printer is out of paper");
        assertThat(orders()).isEmpty();
    }

    @Test
    void an_exception_that_is_marked_as_non_retryable_parks_at_once() {
        Sent sent = send("contact.created");
        assertThat(webhooks().awaitParked(sent)).contains("NoSuchCustomer");
        assertThat(orders()).isEmpty();
        assertThat(state(sent)).isEqualTo(EventState.PARKED);
    }

    @Test
    void a_transaction_that_was_marked_for_rollback_is_no_success() {
        Sent sent = send("contact.deleted");
        assertThat(webhooks().awaitFailure(sent)).contains("rollback");
        assertThat(orders()).isEmpty();
    }

    @Test
    void a_payload_that_is_not_of_the_type_is_parked_and_the_reason_names_the_place_without_its_contents() {
        Sent sent = webhooks().sendBody(application.url(), """
                {"id":"evt_bad","type":"voice.message.updated","apiVersion":"v2",
                 "voice":{"cost":"SECRET-TEXT"}}""");
        assertThat(webhooks().awaitParked(sent))
                .contains("cannot be read", "at cost, line 2, column")
                .doesNotContain("SECRET-TEXT");
    }

    @Test
    void numbers_keep_their_digits() {
        Sent sent = webhooks().sendBody(application.url(), """
                {"id":"evt_cost","type":"voice.message.updated","apiVersion":"v2",
                 "voice":{"cost":0.1000000000000000055511151231257827}}""");
        webhooks().awaitProcessed(sent);
        assertThat(handlers().costs).containsExactly(new BigDecimal("0.1000000000000000055511151231257827"));
    }

    @Test
    void C15_an_event_without_a_handler_is_stored_as_ignored_with_its_reason() {
        Sent sent = send("whatsapp.payment.updated");
        assertThat(state(sent)).isEqualTo(EventState.IGNORED);
        assertThat(application
                        .bean(SurehookReceiver.class)
                        .engine()
                        .log()
                        .find(webhooks().ref(sent))
                        .orElseThrow()
                        .summary()
                        .reason())
                .contains("no handler takes this type");
    }

    @Test
    void a_wildcard_takes_what_no_exact_type_takes() {
        Sent sent = send("whatsapp.template.reviewed");
        webhooks().awaitProcessed(sent);
        assertThat(handlers().templates).containsExactly("whatsapp.template.reviewed");
    }

    record Message(String from, String type) {}

    record Voice(BigDecimal cost) {}

    @NonRetryable
    static final class NoSuchCustomer extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {
        @Bean
        Handlers handlers(JdbcTemplate sql) {
            return new Handlers(sql);
        }

        @Bean
        UndecidedHandlers undecidedHandlers(JdbcTemplate sql) {
            return new UndecidedHandlers(sql);
        }
    }

    static class Handlers {
        private final JdbcTemplate sql;
        final List<Message> messages = Collections.synchronizedList(new ArrayList<>());
        final List<WebhookEvent> events = Collections.synchronizedList(new ArrayList<>());
        final List<String> templates = Collections.synchronizedList(new ArrayList<>());
        final List<BigDecimal> costs = Collections.synchronizedList(new ArrayList<>());
        final AtomicInteger failuresLeft = new AtomicInteger();

        Handlers(JdbcTemplate sql) {
            this.sql = sql;
        }

        void forget() {
            messages.clear();
            events.clear();
            templates.clear();
            costs.clear();
            failuresLeft.set(0);
        }

        private void order(WebhookEvent event, String buyer) {
            sql.update("INSERT INTO orders (event_id, buyer) VALUES (?, ?)", event.id(), buyer);
        }

        @WebhookHandler(source = "ycloud", type = "whatsapp.inbound_message.received")
        void onMessage(Message message, WebhookEvent event) {
            events.add(event);
            order(event, message.from());
            if (failuresLeft.getAndDecrement() > 0) {
                throw new IllegalStateException("not today");
            }
            messages.add(message);
        }

        @WebhookHandler(source = "ycloud", type = "sms.message.updated")
        void onSms(WebhookEvent event) throws Exception {
            order(event, "sms");
            throw new Exception("the printer is out of paper");
        }

        @WebhookHandler(type = "contact.created")
        void onContact(WebhookEvent event) {
            order(event, "contact");
            throw new NoSuchCustomer();
        }

        @WebhookHandler(type = "voice.*")
        void onVoice(Voice voice) {
            costs.add(voice.cost());
        }

        @WebhookHandler(type = "whatsapp.template.*")
        void onTemplate(WebhookEvent event) {
            templates.add(event.type());
        }
    }

    /** Behind a proxy, as beans with transactions of their own are. */
    static class UndecidedHandlers {
        private final JdbcTemplate sql;

        UndecidedHandlers(JdbcTemplate sql) {
            this.sql = sql;
        }

        @Transactional
        @WebhookHandler(type = "contact.deleted")
        void onContactDeleted(WebhookEvent event) {
            sql.update("INSERT INTO orders (event_id, buyer) VALUES (?, 'contact')", event.id());
            TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
        }
    }
}
