package dev.surehook.benchmarks.handled.contender.surehook;

import dev.surehook.benchmarks.handled.contender.Effects;
import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** An application as a user writes it. */
@SpringBootApplication
class SurehookApplication {

    /** The part of a YCloud message that matters here. */
    record InboundMessage(String text) {}

    /** The application's handler. */
    @Component
    @Profile(SurehookContender.SINGLY)
    static class Messages {
        private final JdbcTemplate jdbc;
        private final Effects effects;

        Messages(JdbcTemplate jdbc, Effects effects) {
            this.jdbc = jdbc;
            this.effects = effects;
        }

        @WebhookHandler(source = "ycloud")
        void onMessage(InboundMessage message, WebhookEvent event) {
            effects.began();
            jdbc.update(Effects.INSERT, event.id(), message.text());
        }
    }

    /** The same method, with as many events in its transaction as a method with lists would have. */
    @Component
    @Profile(SurehookContender.SHARED)
    static class SharingMessages {
        private final Messages messages;

        SharingMessages(JdbcTemplate jdbc, Effects effects) {
            this.messages = new Messages(jdbc, effects);
        }

        @WebhookHandler(source = "ycloud", batch = 100)
        void onMessage(InboundMessage message, WebhookEvent event) {
            messages.onMessage(message, event);
        }
    }

    /** The same for events that wait together: one row for each, all in one transaction. */
    @Component
    @Profile(SurehookContender.IN_BATCHES)
    static class MessageBatches {
        private final JdbcTemplate jdbc;
        private final Effects effects;

        MessageBatches(JdbcTemplate jdbc, Effects effects) {
            this.jdbc = jdbc;
            this.effects = effects;
        }

        @WebhookHandler(source = "ycloud")
        void onMessages(List<InboundMessage> messages, List<WebhookEvent> events) {
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < events.size(); i++) {
                effects.began();
                rows.add(new Object[] {events.get(i).id(), messages.get(i).text()});
            }
            jdbc.batchUpdate(Effects.INSERT, rows);
        }
    }
}
