package dev.surehook.benchmarks.reference;

import dev.surehook.benchmarks.cli.Arguments;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Starts the reference receiver. {@code --port N --db sqlite:FILE|postgresql:JDBC-URL [--pool N] [--virtual-threads]}.
 * The secret is taken from {@code YCLOUD_WEBHOOK_SECRET}. What is not set here is as Spring Boot sets it.
 */
@SpringBootApplication
public class SpringReference {

    public static void main(String[] args) {
        Arguments arguments = Arguments.parse(args, Set.of("port", "db", "pool", "virtual-threads"));
        Database database = Database.of(arguments.required("db"));
        Map<String, Object> settings = new HashMap<>(Map.of(
                "server.port", arguments.required("port"),
                "server.address", "127.0.0.1",
                "spring.datasource.url", database.jdbcUrl(),
                "spring.datasource.hikari.maximum-pool-size", arguments.number("pool", database.poolSize()),
                "spring.sql.init.mode", "always",
                "spring.sql.init.platform", database.name(),
                "spring.threads.virtual.enabled", arguments.flag("virtual-threads")));
        SpringApplication application = new SpringApplication(SpringReference.class);
        application.setDefaultProperties(settings);
        application.run();
    }
}
