package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Two nodes on one database. */
@Tag(TestApplication.ONE_GENERATION)
class LeaseTest {
    private static final String TYPE = "whatsapp.inbound_message.received";

    @Test
    void a_worker_that_lost_its_lease_cannot_commit() throws Exception {
        String database = "spring.datasource.url=" + TestApplication.freshPostgres();
        // One slot, which the paused handler holds: the node cannot take its own event over.
        try (TestApplication slow =
                TestApplication.start(Booking.class, database, "surehook.sources.ycloud.concurrency=1")) {
            slow.sql().execute("CREATE TABLE booking (event_id text, node text)");
            Gate gate = slow.bean(Booker.class).gate;
            Sent sent = slow.webhooks().send(slow.url(), TYPE);
            assertThat(gate.entered.await(20, TimeUnit.SECONDS)).isTrue();

            // Its lease ends while it is at work: the time that would take is left out.
            slow.sql().update("UPDATE surehook_inbox_ready SET lease_until = 0");
            try (TestApplication other = TestApplication.start(Booking.class, database)) {
                other.bean(Booker.class).gate.open.countDown();
                other.webhooks().awaitProcessed(sent);

                gate.open.countDown();
                assertThat(gate.left.await(20, TimeUnit.SECONDS)).isTrue();
                Sent next = slow.webhooks().send(slow.url(), TYPE);
                awaitRows(slow.sql(), 2);
                assertThat(slow.sql().queryForList("SELECT event_id FROM booking", String.class))
                        .containsExactlyInAnyOrder(sent.id(), next.id());
            }
        }
    }

    @Test
    void a_node_of_the_version_before_leaves_a_new_type_to_one_that_knows_it() {
        String database = "spring.datasource.url=" + TestApplication.freshPostgres();
        try (TestApplication before = TestApplication.start(KnowsContacts.class, database);
                TestApplication after = TestApplication.start(KnowsBoth.class, database)) {
            after.sql().execute("CREATE TABLE booking (event_id text, node text)");
            for (int i = 0; i < 20; i++) {
                Sent sent = after.webhooks().send(after.url(), "sms.message.updated");
                assertThat(sent.status()).isEqualTo(204);
            }
            awaitRows(before.sql(), 20);
            assertThat(before.sql().queryForObject("SELECT count(DISTINCT event_id) FROM booking", Integer.class))
                    .isEqualTo(20);
        }
    }

    private static void awaitRows(JdbcTemplate sql, int rows) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            List<String> found = sql.queryForList("SELECT event_id FROM booking", String.class);
            if (found.size() >= rows) {
                return;
            }
            assertThat(System.nanoTime()).as("rows so far: %s", found).isLessThan(deadline);
            TestApplication.rest();
        }
    }

    static final class Gate {
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);
        final CountDownLatch left = new CountDownLatch(1);
        private final AtomicInteger visitors = new AtomicInteger();

        /** The first visitor waits until it is opened. */
        void pass() throws InterruptedException {
            if (visitors.getAndIncrement() == 0) {
                entered.countDown();
                assertThat(open.await(60, TimeUnit.SECONDS)).isTrue();
                left.countDown();
            }
        }
    }

    static class Booker {
        final Gate gate = new Gate();
        private final JdbcTemplate sql;

        Booker(JdbcTemplate sql) {
            this.sql = sql;
        }

        @WebhookHandler(type = TYPE)
        void on(WebhookEvent event) throws InterruptedException {
            sql.update("INSERT INTO booking (event_id) VALUES (?)", event.id());
            gate.pass();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Booking {
        @Bean
        Booker booker(JdbcTemplate sql) {
            return new Booker(sql);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class KnowsContacts {
        @WebhookHandler(type = "contact.*")
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class KnowsBoth {
        @Bean
        SmsBooker smsBooker(JdbcTemplate sql) {
            return new SmsBooker(sql);
        }
    }

    static class SmsBooker {
        private final JdbcTemplate sql;

        SmsBooker(JdbcTemplate sql) {
            this.sql = sql;
        }

        @WebhookHandler(type = "contact.*")
        void onContact(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }

        @WebhookHandler(type = "sms.*")
        void onSms(WebhookEvent event) {
            sql.update("INSERT INTO booking (event_id) VALUES (?)", event.id());
        }
    }
}
