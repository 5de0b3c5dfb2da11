package dev.surehook.spring.boot;

import dev.surehook.testkit.webhook.WebhookTester;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application with the starter, started as its user starts it, on a real PostgreSQL unless it is told otherwise. */
final class TestApplication implements AutoCloseable {
    static final String SECRET = "whsec_0123456789abcdef0123456789abcdef";

    /**
     * Marks what lies in the core that both generations of Spring Boot share, and is shown with one of them. What may
     * differ is shown with both: auto-configuration, reading payloads, the web server and its filters, the actuator,
     * transactions of JDBC and JPA, tracing.
     */
    static final String ONE_GENERATION = "one-generation";

    /** By its names in both generations of Spring Boot; names that are not there are passed over. */
    static final String WITHOUT_JPA = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
            + "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration";

    private final ConfigurableApplicationContext context;

    private TestApplication(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static TestApplication start(Class<?> configuration, String... properties) {
        return start(List.of(configuration), properties);
    }

    static TestApplication start(List<Class<?>> configurations, String... properties) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("server.port", "0");
        settings.put("spring.main.banner-mode", "off");
        settings.put("spring.autoconfigure.exclude", WITHOUT_JPA);
        settings.put("spring.data.jpa.repositories.enabled", "false");
        settings.put("surehook.schema", "always");
        settings.put("surehook.sources.ycloud.secret", SECRET);
        settings.put("surehook.sources.ycloud.retry", "0s,0s,1h");
        for (String property : properties) {
            int equals = property.indexOf('=');
            settings.put(property.substring(0, equals), property.substring(equals + 1));
        }
        settings.computeIfAbsent("spring.datasource.url", key -> freshPostgres());
        String[] arguments = settings.entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new);
        List<Class<?>> all = new ArrayList<>(configurations);
        all.add(Testing.class);
        return new TestApplication(new SpringApplication(all.toArray(Class<?>[]::new)).run(arguments));
    }

    /** Between two looks at what other processes bring about: they need the processor more than whoever waits. */
    static void rest() {
        LockSupport.parkNanos(20_000_000);
    }

    /** A database of its own. */
    static String freshPostgres() {
        String name = "app_" + Postgres.COUNT.incrementAndGet();
        try (Connection connection = Postgres.SERVER.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return Postgres.SERVER.getJdbcUrl("postgres", name);
    }

    URI url() {
        String path = context.getEnvironment().getProperty("server.servlet.context-path", "");
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + path);
    }

    WebhookTester webhooks() {
        return context.getBean(WebhookTester.class);
    }

    JdbcTemplate sql() {
        return context.getBean(JdbcTemplate.class);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    boolean has(Class<?> type) {
        return context.getBeanNamesForType(type).length > 0;
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Testing {
        @Bean
        WebhookTester webhookTester() {
            return WebhookTester.of("ycloud", SECRET);
        }
    }

    private static final class Postgres {
        private static final AtomicInteger COUNT = new AtomicInteger();
        private static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("max_connections", "200")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
