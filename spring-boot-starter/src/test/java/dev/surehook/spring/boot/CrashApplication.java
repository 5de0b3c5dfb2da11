package dev.surehook.spring.boot;

import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** An application that dies without a word at one step of handling a new event. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class CrashApplication {

    enum Step {
        BEFORE_ANY_WORK,
        INSIDE,
        BEFORE_COMMIT,
        AFTER_COMMIT,
        NEVER
    }

    public static void main(String[] args) throws IOException {
        System.setProperty("crash.step", args[0]);
        ConfigurableApplicationContext context = SpringApplication.run(
                CrashApplication.class,
                "--server.port=0",
                "--spring.datasource.url=" + args[2],
                "--spring.autoconfigure.exclude=" + TestApplication.WITHOUT_JPA,
                "--spring.data.jpa.repositories.enabled=false",
                "--surehook.schema=always",
                "--surehook.sources.ycloud.secret=" + TestApplication.SECRET);
        Path written = Files.writeString(
                Path.of(args[1] + ".new"),
                String.valueOf(context.getEnvironment().getProperty("local.server.port")));
        Files.move(written, Path.of(args[1]), StandardCopyOption.ATOMIC_MOVE);
    }

    @Bean
    Bookkeeper bookkeeper(JdbcTemplate sql) {
        sql.execute("CREATE TABLE IF NOT EXISTS effect (event_id varchar(200))");
        return new Bookkeeper(sql, Step.valueOf(System.getProperty("crash.step")));
    }

    static class Bookkeeper {
        private final JdbcTemplate sql;
        private final Step step;

        Bookkeeper(JdbcTemplate sql, Step step) {
            this.sql = sql;
            this.step = step;
        }

        @WebhookHandler(source = "ycloud")
        void on(WebhookEvent event) {
            dieAt(Step.BEFORE_ANY_WORK, event);
            sql.update("INSERT INTO effect (event_id) VALUES (?)", event.id());
            dieAt(Step.INSIDE, event);
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    dieAt(Step.BEFORE_COMMIT, event);
                }

                @Override
                public void afterCommit() {
                    dieAt(Step.AFTER_COMMIT, event);
                }
            });
        }

        /** In the first attempt only: the events that an earlier process died of are to be worked off. */
        private void dieAt(Step here, WebhookEvent event) {
            if (here == step && event.attempt() == 1) {
                Runtime.getRuntime().halt(137);
            }
        }
    }

    static List<Step> deadly() {
        return List.of(Step.BEFORE_ANY_WORK, Step.INSIDE, Step.BEFORE_COMMIT, Step.AFTER_COMMIT);
    }
}
