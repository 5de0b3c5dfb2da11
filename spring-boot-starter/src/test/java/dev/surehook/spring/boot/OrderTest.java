package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.store.EventLog;
import dev.surehook.spring.NonRetryable;
import dev.surehook.spring.SurehookReceiver;
import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Methods whose events are handled in order. */
class OrderTest {
    private static final String BODY = """
            {"id":"%s","type":"%s","apiVersion":"v2","smsMessage":{"to":"%s"}}""";

    private static final String ORDERED = "sms.message.updated";
    private static final String ORDERED_AND_CONTINUED = "sms.inbound.received";

    /** The id says for whom the event is. */
    private static Sent send(TestApplication application, String type, String id) {
        Sent sent = application.webhooks().sendBody(application.url(), BODY.formatted(id, type, customer(id)));
        assertThat(sent.status()).isEqualTo(204);
        return sent;
    }

    private static String customer(String id) {
        return id.substring(0, id.indexOf('-'));
    }

    private static TestApplication start(TestDatabase database, Path folder) throws Exception {
        TestApplication application =
                TestApplication.start(Desk.class, "spring.datasource.url=" + database.fresh(folder));
        application.sql().execute("CREATE TABLE note (event_id varchar(50) PRIMARY KEY)");
        return application;
    }

    private static EventState state(TestApplication application, Sent sent) {
        return application
                .bean(SurehookReceiver.class)
                .engine()
                .log()
                .find(application.webhooks().ref(sent))
                .orElseThrow()
                .summary()
                .state();
    }

    @ParameterizedTest
    @EnumSource
    void each_customers_events_are_handled_in_order_though_some_fail_first(TestDatabase database, @TempDir Path folder)
            throws Exception {
        try (TestApplication application = start(database, folder)) {
            Notes notes = application.bean(Notes.class);
            List<Sent> sent = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                for (String customer : List.of("ann", "bob", "cleo")) {
                    String id = customer + "-" + i;
                    if (i % 3 == 0) {
                        notes.failFirst.add(id);
                    }
                    sent.add(send(application, ORDERED, id));
                }
            }
            sent.forEach(application.webhooks()::awaitProcessed);

            assertThat(notes.done).hasSize(3);
            notes.done.values().forEach(ids -> assertThat(ids).hasSize(8).isSorted());
            assertThat(application.sql().queryForObject("SELECT count(*) FROM note", Integer.class))
                    .isEqualTo(24);
            assertThat(notes.failFirst).isEmpty();
        }
    }

    @Test
    void a_parked_event_holds_its_key_up_until_it_is_replayed(@TempDir Path folder) throws Exception {
        try (TestApplication application = start(TestDatabase.POSTGRESQL, folder)) {
            Notes notes = application.bean(Notes.class);
            notes.refuse.add("ann-0");
            Sent head = send(application, ORDERED, "ann-0");
            application.webhooks().awaitParked(head);
            Sent behind = send(application, ORDERED, "ann-1");
            application.webhooks().awaitProcessed(send(application, ORDERED, "bob-0"));
            assertThat(state(application, behind)).isEqualTo(EventState.BLOCKED);

            notes.refuse.clear();
            assertThat(application
                            .bean(SurehookReceiver.class)
                            .engine()
                            .replay(application.webhooks().ref(head)))
                    .isEqualTo(EventLog.Replay.QUEUED);

            application.webhooks().awaitProcessed(behind);
            assertThat(notes.done.get("ann")).containsExactly("ann-0", "ann-1");
        }
    }

    @Test
    void a_parked_event_holds_nobody_up_where_that_is_said(@TempDir Path folder) throws Exception {
        try (TestApplication application = start(TestDatabase.POSTGRESQL, folder)) {
            application.bean(Notes.class).refuse.add("ann-0");
            Sent head = send(application, ORDERED_AND_CONTINUED, "ann-0");
            Sent behind = send(application, ORDERED_AND_CONTINUED, "ann-1");

            application.webhooks().awaitProcessed(behind);

            application.webhooks().awaitParked(head);
        }
    }

    @Test
    void a_path_that_is_none_is_refused() {
        assertThatThrownBy(() -> TestApplication.start(BadPath.class).close())
                .rootCause()
                .hasMessageContaining("a JSON path needs member names");
    }

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
        final Set<String> failFirst = ConcurrentHashMap.newKeySet();
        final Set<String> refuse = ConcurrentHashMap.newKeySet();
        final Map<String, List<String>> done = new ConcurrentHashMap<>();

        Notes(JdbcTemplate sql) {
            this.sql = sql;
        }

        @WebhookHandler(type = ORDERED, orderBy = "smsMessage.to")
        void inOrder(WebhookEvent event) {
            sql.update("INSERT INTO note (event_id) VALUES (?)", event.id());
            if (failFirst.remove(event.id())) {
                throw new IllegalStateException("not yet");
            }
            if (refuse.contains(event.id())) {
                throw new Unacceptable();
            }
            done.computeIfAbsent(customer(event.id()), key -> Collections.synchronizedList(new ArrayList<>()))
                    .add(event.id());
        }

        @WebhookHandler(type = ORDERED_AND_CONTINUED, orderBy = "smsMessage.to", continueWhenParked = true)
        void inOrderAndOn(WebhookEvent event) {
            inOrder(event);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class BadPath {
        @Bean
        BadPathHandler badPath() {
            return new BadPathHandler();
        }
    }

    static class BadPathHandler {
        @WebhookHandler(orderBy = "data..id")
        void on(WebhookEvent event) {
            assertThat(event.id()).isNotBlank();
        }
    }
}
