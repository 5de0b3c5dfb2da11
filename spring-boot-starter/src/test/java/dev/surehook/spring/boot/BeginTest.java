package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;

/** Attempts whose transaction does not begin, so that their event has had no chance. */
@Tag(TestApplication.ONE_GENERATION)
class BeginTest {
    private static final String COUNTED_WAIT_LONG = "surehook.sources.ycloud.retry=1h";

    @Test
    void an_attempt_that_gets_no_connection_is_not_counted() {
        try (TestApplication application = TestApplication.start(Exhausted.class, COUNTED_WAIT_LONG)) {
            application.bean(Exhaustible.class).failures.set(2);

            Sent sent = application.webhooks().send(application.url(), "contact.created");

            application.webhooks().awaitProcessed(sent);
            assertThat(application
                            .sql()
                            .queryForList(
                                    "SELECT detail FROM surehook_inbox_attempt WHERE outcome = 'retry'", String.class))
                    .hasSize(2)
                    .allMatch(detail -> detail.contains("no connection of a test"));
            MeterRegistry meters = application.bean(MeterRegistry.class);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (meters.find("surehook.handler").timer() == null && System.nanoTime() < deadline) {
                TestApplication.rest();
            }
            assertThat(meters.get("surehook.handler").timer().count())
                    .as("only what began is in the handler's timer")
                    .isEqualTo(1);
            assertThat(meters.get("surehook.handler.active").longTaskTimer().activeTasks())
                    .isZero();
        }
    }

    @Test
    void an_attempt_that_does_not_get_the_lock_of_the_sqlite_file_is_not_counted(@TempDir Path folder) {
        try (TestApplication application = TestApplication.start(
                Writing.class,
                "spring.datasource.url=jdbc:sqlite:" + folder.resolve("app.db")
                        + "?journal_mode=WAL&synchronous=FULL&busy_timeout=50",
                COUNTED_WAIT_LONG)) {
            application.bean(Writer.class).armed.set(true);
            Sent sent = application.webhooks().send(application.url(), "contact.created");

            assertThat(application.webhooks().awaitFailure(sent)).contains("could not begin to write");
            application.webhooks().awaitProcessed(sent);
        }
    }

    @Test
    void what_waits_for_a_connection_when_the_node_stops_is_not_counted() throws Exception {
        String database = TestApplication.freshPostgres();
        try (TestApplication application = TestApplication.start(
                Waiting.class,
                "spring.datasource.url=" + database,
                "spring.datasource.hikari.maximum-pool-size=4",
                "surehook.shutdown-grace=100ms",
                COUNTED_WAIT_LONG)) {
            application.webhooks().send(application.url(), "contact.created");
            assertThat(application.bean(Waiter.class).entered.await(20, TimeUnit.SECONDS))
                    .isTrue();
            application.webhooks().send(application.url(), "sms.message.updated");
            awaitClaims(application.sql(), 2);
        }
        try (Connection connection = DriverManager.getConnection(database)) {
            assertThat(counted(connection, "sms.message.updated")).isZero();
            assertThat(counted(connection, "contact.created")).isEqualTo(1);
        }
    }

    private static void awaitClaims(JdbcTemplate sql, int claimed) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (sql.queryForList("SELECT id FROM surehook_inbox_ready WHERE lease_until > 0")
                        .size()
                < claimed) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            TestApplication.rest();
        }
    }

    /** How many of its attempts the event of a type has used up. */
    private static int counted(Connection connection, String type) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT w.attempt - w.budget_from FROM surehook_inbox_event e JOIN ("
                                + "SELECT id, attempt, budget_from FROM surehook_inbox_ready UNION ALL"
                                + " SELECT id, attempt, budget_from FROM surehook_inbox_retry) w ON w.id = e.id"
                                + " WHERE e.type = '" + type + "'")) {
            assertThat(row.next()).isTrue();
            return row.getInt(1);
        }
    }

    static final class Exhaustible extends JdbcTransactionManager {
        private static final long serialVersionUID = 1;
        final AtomicInteger failures = new AtomicInteger();

        Exhaustible(DataSource source) {
            super(source);
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {
            if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new CannotCreateTransactionException("no connection of a test");
            }
            super.doBegin(transaction, definition);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Exhausted {
        @Bean
        PlatformTransactionManager exhaustible(DataSource source) {
            return new Exhaustible(source);
        }

        @WebhookHandler
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }

    /** Somebody else writes to the file when the first attempt has been claimed and is about to begin. */
    static final class Writer extends JdbcTransactionManager {
        private static final long serialVersionUID = 1;
        private final String file;
        final AtomicBoolean armed = new AtomicBoolean();

        Writer(DataSource source, String file) {
            super(source);
            this.file = file;
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {
            if (armed.getAndSet(false)) {
                CountDownLatch held = new CountDownLatch(1);
                new Thread(() -> holdLock(held)).start();
                try {
                    assertThat(held.await(20, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            super.doBegin(transaction, definition);
        }

        private void holdLock(CountDownLatch held) {
            try (Connection connection = DriverManager.getConnection(file);
                    Statement statement = connection.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");
                held.countDown();
                long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
                while (System.nanoTime() < until) {
                    TestApplication.rest();
                }
                statement.execute("ROLLBACK");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Writing {
        @Bean
        PlatformTransactionManager writer(DataSource source, @Value("${spring.datasource.url}") String url) {
            return new Writer(source, url);
        }

        @WebhookHandler
        void on(WebhookEvent event) {
            assertThat(event.attempt()).as("begun after all").isGreaterThan(1);
        }
    }

    static class Waiter {
        final CountDownLatch entered = new CountDownLatch(1);

        @WebhookHandler(type = "contact.created")
        void on(WebhookEvent event) throws InterruptedException {
            entered.countDown();
            assertThat(new CountDownLatch(1).await(60, TimeUnit.SECONDS))
                    .as(event.id())
                    .isTrue();
        }

        @WebhookHandler(type = "sms.*", concurrency = 1)
        void onSms(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
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
