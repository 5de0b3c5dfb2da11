package dev.surehook.spring.boot;

import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application that handles each customer's events in order, several customers' in one transaction. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class OrderCrashApplication {
    static final String TYPE = "sms.message.updated";

    public static void main(String[] args) throws IOException {
        ConfigurableApplicationContext context = SpringApplication.run(
                OrderCrashApplication.class,
                "--server.port=0",
                "--spring.datasource.url=" + args[1],
                "--spring.autoconfigure.exclude=" + TestApplication.WITHOUT_JPA,
                "--spring.data.jpa.repositories.enabled=false",
                "--surehook.schema=always",
                "--surehook.sources.ycloud.secret=" + TestApplication.SECRET,
                "--surehook.sources.ycloud.retry=0s,0s,0s,0s,0s,0s,0s,0s,0s,0s");
        Path written = Files.writeString(
                Path.of(args[0] + ".new"),
                String.valueOf(context.getEnvironment().getProperty("local.server.port")));
        Files.move(written, Path.of(args[0]), StandardCopyOption.ATOMIC_MOVE);
    }

    @Bean
    Ledger ledger(JdbcTemplate sql) {
        return new Ledger(sql);
    }

    static class Ledger {
        private final JdbcTemplate sql;

        Ledger(JdbcTemplate sql) {
            this.sql = sql;
        }

        /** Some of the first attempts fail, so that shared transactions are rolled back, too. */
        @WebhookHandler(
                type = TYPE,
                orderBy = {"smsMessage.from", "smsMessage.to"},
                batch = 4,
                concurrency = 3)
        void on(WebhookEvent event) {
            sql.update("INSERT INTO entry (event_id) VALUES (?)", event.id());
            sql.queryForObject("SELECT 1 FROM pg_sleep(0.01)", Integer.class);
            if (event.attempt() == 1 && event.id().endsWith("7")) {
                throw new IllegalStateException("not yet");
            }
        }
    }
}
