package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.spring.SurehookReceiver;
import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.testkit.store.TestMariaDb;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** A bad start is one line that says what to do; a good one needs little. */
@ExtendWith(OutputCaptureExtension.class)
class StartTest {

    /** What does not start leaves nothing but tables behind, so all of it may meet the same database. */
    private static final String SHARED = TestApplication.freshPostgres();

    private static void refuses(String message, Class<?> configuration, String... properties) {
        List<String> all = new ArrayList<>(List.of("spring.datasource.url=" + SHARED));
        all.addAll(List.of(properties));
        assertThatThrownBy(() -> TestApplication.start(configuration, all.toArray(new String[0]))
                        .close())
                .hasStackTraceContaining(message);
    }

    @Test
    void h2_gets_its_tables_by_itself_and_is_for_development() {
        try (TestApplication application = TestApplication.start(
                OneHandler.class,
                "spring.datasource.url=jdbc:h2:mem:" + System.nanoTime() + ";DB_CLOSE_DELAY=-1",
                "surehook.schema=embedded")) {
            Sent sent = application.webhooks().send(application.url(), "contact.created");
            application.webhooks().awaitProcessed(sent);
            assertThat(application.bean(SurehookReceiver.class).database()).isEqualTo("h2");
        }
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void another_database_is_left_alone_unless_it_is_said() {
        refuses(
                "tables are missing",
                OneHandler.class,
                "surehook.schema=embedded",
                "spring.datasource.url=" + TestApplication.freshPostgres());
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void a_handlers_source_needs_a_secret() {
        refuses("surehook.sources.stripe.secret", NamesStripe.class);
        try (TestApplication application =
                TestApplication.start(NamesStripe.class, "STRIPE_WEBHOOK_SECRET=whsec_abcdefghijklmnopqrstuvwxyz")) {
            assertThat(application.bean(SurehookReceiver.class).source("stripe"))
                    .isPresent();
        }
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void a_blank_secret_and_an_unknown_provider_are_refused() {
        refuses("secret is missing or blank", OneHandler.class, "surehook.sources.stripe.secret=");
        refuses(
                "there is no provider \"shop\"",
                OneHandler.class,
                "surehook.sources.shop.secret=whsec_abcdefghijklmnopqrstuvwxyz");
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void two_methods_for_the_same_events_are_refused_without_a_stack_trace(CapturedOutput output) {
        refuses("both handle the events of", TwoForOne.class);
        assertThat(output).contains("Surehook cannot start: Handler.on and Handler.on both handle the events of");
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void a_method_that_asks_for_two_payloads_is_refused_without_a_stack_trace(CapturedOutput output) {
        refuses("asks for more than one payload", TwoPayloads.class);
        assertThat(output).contains("Surehook cannot start: @WebhookHandler method");
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void what_a_handler_says_in_vain_is_refused() {
        refuses("sets continueWhenParked, which needs orderBy", ContinuesWithoutOrder.class);
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void a_handler_that_goes_on_after_its_return_is_refused() {
        refuses("goes on after its return", ReturnsFuture.class);
        refuses("goes on after its return", Asynchronous.class);
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void a_transaction_that_would_not_commit_with_the_mark_is_refused(CapturedOutput output) {
        refuses("is @Transactional with REQUIRES_NEW", OwnTransaction.class);
        refuses("is @Transactional with NOT_SUPPORTED", NoTransactionInTheClass.class);
        refuses("is @Transactional with NEVER", NeverOfJakarta.class);
        assertThat(output).contains("Surehook cannot start: @WebhookHandler method");
        TestApplication.start(JoinsInSpiteOfItsClass.class, "spring.datasource.url=" + SHARED)
                .close();
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void a_source_that_no_source_can_be_called_is_refused_with_what_it_may_be_called() {
        refuses("source name \"My Shop\" is not usable: take 1 to 63 of a-z, 0-9, '-' and '_'", MisnamedSource.class);
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void the_start_says_what_is_handled_by_what(CapturedOutput output) {
        TestApplication.start(
                        Several.class,
                        "spring.datasource.url=" + SHARED,
                        "surehook.sources.shop.provider=wordpane",
                        "surehook.sources.shop.secret=" + TestApplication.SECRET)
                .close();
        assertThat(output)
                .contains("handles source shop: nothing, its events are kept as ignored; source ycloud: ")
                .contains("contact.created and contact.deleted by Several.onContact")
                .contains("all other types by Several.onRest");
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void what_no_handler_takes_is_told_once_for_each_type(CapturedOutput output) {
        try (TestApplication application = TestApplication.start(Contacts.class)) {
            for (int i = 0; i < 3; i++) {
                application.webhooks().send(application.url(), "sms.message.updated");
            }
        }
        assertThat(output.toString().split("kept as ignored: ycloud sms.message.updated: no handler takes this type"))
                .hasSize(2);
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void an_order_by_a_place_that_is_not_there_is_told_once_and_counted(CapturedOutput output) {
        try (TestApplication application = TestApplication.start(OrdersByNothing.class)) {
            for (int i = 0; i < 2; i++) {
                Sent sent = application.webhooks().send(application.url(), "contact.created");
                application.webhooks().awaitProcessed(sent);
            }
            assertThat(application
                            .bean(MeterRegistry.class)
                            .get("surehook.unordered")
                            .tag("source", "ycloud")
                            .counter()
                            .count())
                    .isEqualTo(2);
        }
        assertThat(output.toString().split("no order: ycloud in lane .*OrdersByNothing#on contact.created has none"))
                .hasSize(2);
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void a_retry_that_is_no_wait_is_refused_without_a_stack_trace(CapturedOutput output) {
        refuses("a retry delay lies between 0 s and 30 days", RetriesAt.class, "waits=-10s");
        refuses("retry \"10 seconds\" is not a duration", RetriesAt.class, "waits=10 seconds");
        refuses("Could not resolve placeholder 'waits'", RetriesAt.class);
        assertThat(output)
                .contains("Surehook cannot start: @WebhookHandler method")
                .contains("Surehook cannot start: @WebhookHandler: Could not resolve placeholder 'waits'");
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void a_transaction_manager_of_another_database_is_refused() {
        refuses("does not manage the data source", ForeignTransactions.class);
    }

    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void a_database_that_may_lose_what_it_acknowledged_is_refused_unless_it_is_said(CapturedOutput output) {
        String careless = TestApplication.freshPostgres() + "&options=-c%20synchronous_commit=off";
        refuses("synchronous_commit", OneHandler.class, "spring.datasource.url=" + careless);
        TestApplication.start(
                        OneHandler.class, "spring.datasource.url=" + careless, "surehook.accept-unsafe-database=true")
                .close();
        assertThat(output).contains("set surehook.accept-unsafe-database=true");
    }

    @Test
    void a_webflux_application_is_refused_and_told_what_to_do(CapturedOutput output) {
        refuses("this is a WebFlux application", OneHandler.class, "spring.main.web-application-type=reactive");
        assertThat(output)
                .contains("Surehook cannot start: this is a WebFlux application")
                .contains("use Spring MVC");
    }

    /** It calls MariaDB MySQL, and reads times and counts of batches in its own way. */
    @Tag(TestApplication.ONE_GENERATION)
    @Test
    void mariadb_through_the_driver_of_mysql_is_refused() throws Exception {
        String database = TestMariaDb.freshDatabase().replace("jdbc:mariadb:", "jdbc:mysql:");
        refuses(
                "the application's database is MySQL, which is not supported: use PostgreSQL, MariaDB (with its own driver)",
                OneHandler.class,
                "spring.datasource.url=" + database);
    }

    @Test
    void switched_off_there_is_nothing() {
        try (TestApplication application = TestApplication.start(OneHandler.class, "surehook.enabled=false")) {
            assertThat(application.has(SurehookReceiver.class)).isFalse();
        }
    }

    static class Handler {
        @WebhookHandler
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OneHandler {
        @Bean
        Handler handler() {
            return new Handler();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoForOne extends OneHandler {
        @Bean
        Handler another() {
            return new Handler();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class NamesStripe {
        @WebhookHandler(source = "stripe")
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoPayloads {
        @WebhookHandler
        void on(String one, String other) {
            assertThat(one).isNotEqualTo(other);
        }
    }

    static class ContinuesWithoutOrder {
        @WebhookHandler(continueWhenParked = true)
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    static class ReturnsFuture {
        @WebhookHandler(source = "ycloud")
        CompletableFuture<String> on(WebhookEvent event) {
            return CompletableFuture.completedFuture(event.id());
        }
    }

    static class Asynchronous {
        @Async
        @WebhookHandler(source = "ycloud")
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    static class OwnTransaction {
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        @WebhookHandler(source = "ycloud")
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    @Transactional(propagation = Propagation.NOT_SUPPORTED)
    static class NoTransactionInTheClass {
        @WebhookHandler(source = "ycloud")
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    static class NeverOfJakarta {
        @jakarta.transaction.Transactional(jakarta.transaction.Transactional.TxType.NEVER)
        @WebhookHandler(source = "ycloud")
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    static class JoinsInSpiteOfItsClass {
        @Transactional
        @WebhookHandler(source = "ycloud")
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    static class MisnamedSource {
        @WebhookHandler(source = "My Shop")
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Several {
        @WebhookHandler(
                source = "ycloud",
                type = {"contact.created", "contact.deleted"})
        void onContact(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }

        @WebhookHandler(source = "ycloud")
        void onRest(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Contacts {
        @WebhookHandler(source = "ycloud", type = "contact.*")
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    static class OrdersByNothing {
        @WebhookHandler(source = "ycloud", orderBy = "customer.number")
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    static class RetriesAt {
        @WebhookHandler(source = "ycloud", retry = "${waits}")
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ForeignTransactions extends OneHandler {
        @Bean
        PlatformTransactionManager elsewhere() {
            return new AbstractPlatformTransactionManager() {
                @Override
                protected Object doGetTransaction() {
                    return new Object();
                }

                @Override
                protected void doBegin(
                        Object transaction, org.springframework.transaction.TransactionDefinition definition) {}

                @Override
                protected void doCommit(DefaultTransactionStatus status) {}

                @Override
                protected void doRollback(DefaultTransactionStatus status) {}
            };
        }
    }
}
