package dev.surehook.benchmarks.handled.contender.modulith;

import dev.surehook.benchmarks.handled.contender.Contender;
import dev.surehook.benchmarks.handled.contender.Effects;
import dev.surehook.benchmarks.handled.contender.Foreign;
import dev.surehook.benchmarks.handled.contender.Gate;
import dev.surehook.benchmarks.handled.contender.Item;
import dev.surehook.benchmarks.handled.contender.Pool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.modulith.events.core.EventPublicationRegistry;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Spring Modulith's event registry on JDBC. Completed publications are deleted, which keeps its table small; its
 * asynchronous listeners have the common number of threads. A listener's transaction and the mark that it is complete are
 * apart. Work is held after it was given to the listeners' threads, which have it in memory then: taking up what only the
 * table holds is for restarts.
 */
public final class ModulithContender implements Contender {
    private static final int STORE_PER_TRANSACTION = 500;

    private final ConfigurableApplicationContext application;
    private final TransactionTemplate transactions;
    private final Gate gate;

    private ModulithContender(ConfigurableApplicationContext application, Gate gate) {
        this.application = application;
        this.transactions = new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
        this.gate = gate;
    }

    public static Contender open(String jdbcUrl, Effects effects) {
        Gate gate = new Gate();
        Map<String, Object> settings = new HashMap<>(Map.of(
                "spring.datasource.url",
                jdbcUrl,
                "spring.datasource.hikari.maximum-pool-size",
                Pool.SIZE,
                "spring.autoconfigure.exclude",
                Foreign.SUREHOOK,
                "logging.level.root",
                "warn",
                "spring.main.banner-mode",
                "off",
                "spring.task.execution.pool.core-size",
                THREADS,
                "spring.task.execution.pool.max-size",
                THREADS,
                "spring.modulith.events.jdbc.schema-initialization.enabled",
                true,
                "spring.modulith.events.completion-mode",
                "delete"));
        SpringApplication application = new SpringApplication(ModulithApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setDefaultProperties(settings);
        application.addInitializers(context -> {
            context.getBeanFactory().registerSingleton("effects", effects);
            context.getBeanFactory().registerSingleton("gate", gate);
        });
        return new ModulithContender(application.run(), gate);
    }

    @Override
    public void hold() {
        gate.close();
    }

    @Override
    public void store(List<Item> items) {
        for (int from = 0; from < items.size(); from += STORE_PER_TRANSACTION) {
            List<Item> batch = items.subList(from, Math.min(from + STORE_PER_TRANSACTION, items.size()));
            transactions.executeWithoutResult(status -> batch.forEach(application::publishEvent));
        }
    }

    @Override
    public void release() {
        gate.open();
    }

    @Override
    public Submission submission(Item item) {
        return () -> transactions.executeWithoutResult(status -> application.publishEvent(item));
    }

    @Override
    public String library() {
        return Contender.libraryOf(EventPublicationRegistry.class);
    }

    @Override
    public void close() {
        application.close();
    }
}
