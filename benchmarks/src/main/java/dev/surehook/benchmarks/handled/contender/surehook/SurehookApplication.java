package dev.surehook.benchmarks.handled.contender.surehook;

import dev.surehook.benchmarks.handled.contender.Effects;
import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** An application as a user writes it. */
@SpringBootApplication
class SurehookApplication {

    /** The part of a YCloud message that matters here. */
    record InboundMessage(String text) {}

    /** The application's handler. */
    @Component
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
}
