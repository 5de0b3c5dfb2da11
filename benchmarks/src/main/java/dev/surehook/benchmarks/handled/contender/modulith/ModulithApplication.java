package dev.surehook.benchmarks.handled.contender.modulith;

import dev.surehook.benchmarks.handled.contender.Effects;
import dev.surehook.benchmarks.handled.contender.Gate;
import dev.surehook.benchmarks.handled.contender.Item;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.TaskDecorator;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Component;

/** An application with one module listener, whose threads can be held. */
@SpringBootApplication
@EnableAsync
class ModulithApplication {

    @Bean
    TaskDecorator heldByGate(Gate gate) {
        return gate::behind;
    }

    /** The application's listener. */
    @Component
    static class Messages {
        private final JdbcTemplate jdbc;
        private final Effects effects;

        Messages(JdbcTemplate jdbc, Effects effects) {
            this.jdbc = jdbc;
            this.effects = effects;
        }

        @ApplicationModuleListener
        void onMessage(Item item) {
            effects.began();
            jdbc.update(Effects.INSERT, item.id(), item.note());
        }
    }
}
