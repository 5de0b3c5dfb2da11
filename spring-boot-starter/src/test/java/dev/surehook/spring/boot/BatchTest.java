package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.spring.NonRetryable;
import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.testkit.webhook.WebhookTester;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Methods that take events together. */
class BatchTest {
    private static final String BODY = """
            {"id":"%s","type":"sms.message.updated","apiVersion":"v2","smsMessage":{"text":%s}}""";

    private static Sent send(TestApplication application, String id, String text) {
        Sent sent = application.webhooks().sendBody(application.url(), BODY.formatted(id, text));
        assertThat(sent.status()).isEqualTo(204);
        return sent;
    }

    private static TestApplication start(TestDatabase database, Path folder) throws Exception {
        TestApplication application =
                TestApplication.start(Desk.class, "spring.datasource.url=" + database.fresh(folder));
        application.sql().execute("CREATE TABLE note (event_id varchar(50) PRIMARY KEY, content varchar(50))");
        if (database == TestDatabase.SQLITE) {
            // A handler that waits there keeps events from being stored, so they come together only as it happens.
            application.bean(Notes.class).open.countDown();
        }
        return application;
    }

    /** Sends an event that waits in its handler until {@code next} are sent. */
    private static List<Sent> sendTogether(TestApplication application, List<String> ids, String badText)
            throws InterruptedException {
        Notes notes = application.bean(Notes.class);
        List<Sent> sent = new ArrayList<>(List.of(send(application, "gate", "\"gate\"")));
        assertThat(notes.entered.await(20, TimeUnit.SECONDS)).isTrue();
        for (String id : ids) {
            sent.add(send(application, id, id.startsWith("bad") ? badText : "\"text of " + id + "\""));
        }
        notes.open.countDown();
        return sent;
    }

    @ParameterizedTest
    @EnumSource
    void events_that_wait_are_handed_over_together_each_with_its_payload(TestDatabase database, @TempDir Path folder)
            throws Exception {
        try (TestApplication application = start(database, folder)) {
            List<Sent> sent = sendTogether(application, List.of("a", "b", "c", "d", "e", "f", "g"), "");
            sent.forEach(application.webhooks()::awaitProcessed);

            Notes notes = application.bean(Notes.class);
            if (database != TestDatabase.SQLITE) {
                assertThat(notes.sizes).containsExactly(1, 5, 2);
            }
            assertThat(application.sql().queryForList("SELECT event_id FROM note ORDER BY event_id", String.class))
                    .containsExactly("a", "b", "c", "d", "e", "f", "g", "gate");
            assertThat(application.sql().queryForObject("SELECT content FROM note WHERE event_id = 'c'", String.class))
                    .isEqualTo("text of c");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_bad_event_parks_alone_and_every_other_has_its_effect_once(TestDatabase database, @TempDir Path folder)
            throws Exception {
        try (TestApplication application = start(database, folder)) {
            WebhookTester webhooks = application.webhooks();
            List<Sent> sent = sendTogether(application, List.of("a", "bad", "c", "d"), "\"bad\"");

            assertThat(webhooks.awaitParked(sent.get(2))).contains("Unacceptable");
            for (int i : List.of(0, 1, 3, 4)) {
                webhooks.awaitProcessed(sent.get(i));
            }
            assertThat(application.sql().queryForList("SELECT event_id FROM note ORDER BY event_id", String.class))
                    .containsExactly("a", "c", "d", "gate");
        }
    }

    @Test
    void a_payload_that_cannot_be_read_parks_alone(@TempDir Path folder) throws Exception {
        try (TestApplication application = start(TestDatabase.POSTGRESQL, folder)) {
            List<Sent> sent = sendTogether(application, List.of("a", "bad", "c"), "{\"no\":\"text\"}");

            assertThat(application.webhooks().awaitParked(sent.get(2))).contains("cannot be read");
            application.webhooks().awaitProcessed(sent.get(1));
            application.webhooks().awaitProcessed(sent.get(3));
        }
    }

    @Test
    void a_method_for_one_event_shares_its_transaction_where_it_has_a_batch(@TempDir Path folder) throws Exception {
        try (TestApplication application = startSharing(folder)) {
            List<Sent> sent = sendTogether(application, List.of("a", "b", "c", "d", "e"), "");

            sent.forEach(application.webhooks()::awaitProcessed);
            assertThat(application.sql().queryForList("SELECT detail FROM surehook_inbox_attempt", String.class))
                    .filteredOn(detail -> detail.contains("with 4 others"))
                    .hasSize(5);
            assertThat(application
                            .sql()
                            .queryForObject(
                                    "SELECT count(DISTINCT xmin::text) FROM note WHERE event_id <> 'gate'",
                                    Integer.class))
                    .as("transactions")
                    .isEqualTo(1);
        }
    }

    @Test
    void one_that_fails_in_a_shared_transaction_takes_nothing_from_the_others(@TempDir Path folder) throws Exception {
        try (TestApplication application = startSharing(folder)) {
            WebhookTester webhooks = application.webhooks();
            List<Sent> sent = sendTogether(application, List.of("a", "b", "bad", "c"), "\"bad\"");

            assertThat(webhooks.awaitParked(sent.get(3))).contains("Unacceptable");
            for (int i : List.of(0, 1, 2, 4)) {
                webhooks.awaitProcessed(sent.get(i));
            }
            assertThat(application.sql().queryForList("SELECT event_id FROM note ORDER BY event_id", String.class))
                    .containsExactly("a", "b", "c", "gate");
        }
    }

    private static TestApplication startSharing(Path folder) throws Exception {
        TestApplication application = TestApplication.start(
                SharedDesk.class, "spring.datasource.url=" + TestDatabase.POSTGRESQL.fresh(folder));
        application.sql().execute("CREATE TABLE note (event_id varchar(50) PRIMARY KEY, content varchar(50))");
        return application;
    }

    @Test
    void a_method_that_takes_lists_takes_nothing_else() {
        assertThatThrownBy(() -> TestApplication.start(Mixed.class).close())
                .rootCause()
                .hasMessageContaining("asks for lists and for WebhookEvent");
    }

    record Sms(String text) {}

    @NonRetryable
    static final class Unacceptable extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Configuration(proxyBeanMethods = false)
    static class Desk {
        @Bean
        Notes notes(JdbcTemplate sql) {
            return new Notes(sql);
        }
    }

    static class Notes {
        private final JdbcTemplate sql;
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);
        final Queue<Integer> sizes = new ConcurrentLinkedQueue<>();

        Notes(JdbcTemplate sql) {
            this.sql = sql;
        }

        @WebhookHandler(type = "sms.*", batch = 5, concurrency = 1)
        void onSms(List<Sms> messages, List<WebhookEvent> events) throws InterruptedException {
            assertThat(messages).hasSameSizeAs(events);
            sizes.add(events.size());
            for (int i = 0; i < events.size(); i++) {
                sql.update(
                        "INSERT INTO note (event_id, content) VALUES (?, ?)",
                        events.get(i).id(),
                        messages.get(i).text());
            }
            entered.countDown();
            assertThat(open.await(20, TimeUnit.SECONDS)).isTrue();
            if (messages.contains(new Sms("bad"))) {
                throw new Unacceptable();
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SharedDesk {
        @Bean
        SharedNotes notes(JdbcTemplate sql) {
            return new SharedNotes(sql);
        }
    }

    static final class SharedNotes extends Notes {
        private final AtomicInteger changes = new AtomicInteger();

        SharedNotes(JdbcTemplate sql) {
            super(sql);
        }

        /** As of a bean whose fields make up its identity and change while it works. */
        @Override
        public int hashCode() {
            return changes.incrementAndGet();
        }

        @Override
        public boolean equals(Object other) {
            return other == this;
        }

        @WebhookHandler(source = "ycloud", type = "sms.message.updated", batch = 5, concurrency = 1)
        void onOne(Sms message, WebhookEvent event) throws InterruptedException {
            onSms(List.of(message), List.of(event));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Mixed {
        @Bean
        MixedHandler mixed() {
            return new MixedHandler();
        }
    }

    static class MixedHandler {
        @WebhookHandler
        void on(List<Sms> messages, WebhookEvent event) {
            assertThat(messages).as(event.id()).isNotEmpty();
        }
    }
}
