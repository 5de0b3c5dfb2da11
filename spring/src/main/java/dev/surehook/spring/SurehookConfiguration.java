package dev.surehook.spring;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.store.host.HostSettings;
import dev.surehook.engine.store.host.HostStore;
import dev.surehook.engine.work.EventHandler;
import dev.surehook.spring.observe.EngineLog;
import dev.surehook.spring.observe.Listeners;
import io.micrometer.observation.ObservationRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;

/** The beans that both starters have in common. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SurehookProperties.class)
public class SurehookConfiguration {
    private static final Set<String> EMBEDDED = Set.of("SQLite", "H2");

    @Bean
    SurehookReceiver surehookReceiver(
            SurehookProperties properties,
            ConfigurableListableBeanFactory beans,
            Environment environment,
            PayloadReader reader,
            ObjectProvider<EngineListener> listeners,
            ObjectProvider<ObservationRegistry> observations,
            Shutdown shutdown,
            ObjectProvider<SurehookSender> sender) {
        return new SurehookReceiver(
                () -> {
                    HandlerMethods methods = new HandlerScan(beans).find();
                    DataSource dataSource =
                            direct(bean(beans, DataSource.class, properties.dataSource(), "data-source"));
                    HostStore store = open(dataSource, properties);
                    int most = store.oneTransactionAtATime()
                            ? 1
                            : PoolShare.of(dataSource).orElse(Integer.MAX_VALUE);
                    HostTransactions host = new HostTransactions(
                            bean(
                                    beans,
                                    PlatformTransactionManager.class,
                                    properties.transactionManager(),
                                    "transaction-manager"),
                            dataSource,
                            most);
                    host.requireShared();
                    Map<Source, EventHandler> sources = new LinkedHashMap<>();
                    Observations spans = new Observations(
                            observations.getIfAvailable(() -> ObservationRegistry.NOOP), eventTrace(environment));
                    for (Source source : new Sources(properties, methods, environment, most).all()) {
                        Unrecoverable unrecoverable = new Unrecoverable(nonRetryable(properties, source));
                        sources.put(
                                source, new TransactionalHandler(source, methods, host, reader, unrecoverable, spans));
                    }
                    return new SurehookReceiver.Parts(store, sources, methods);
                },
                heard(listeners),
                properties.shutdownGrace(),
                shutdown,
                () -> sender.ifAvailable(SurehookSender::look));
    }

    @Bean
    Shutdown surehookShutdown() {
        return new Shutdown();
    }

    /** By the application's own setting for the traces that it begins. */
    static EventTrace eventTrace(Environment environment) {
        return new EventTrace(environment.getProperty("management.tracing.sampling.probability", Double.class, 0.1));
    }

    private static List<String> nonRetryable(SurehookProperties properties, Source source) {
        SourceProperties settings = properties.sources().get(source.name().value());
        return settings == null ? List.of() : settings.nonRetryable();
    }

    static EngineListener heard(ObjectProvider<EngineListener> listeners) {
        List<EngineListener> all = new ArrayList<>(List.of(new EngineLog()));
        listeners.orderedStream().forEach(all::add);
        return new Listeners(all);
    }

    static <T> T bean(ConfigurableListableBeanFactory beans, Class<T> type, @Nullable String name, String property) {
        if (name != null) {
            return beans.getBean(name, type);
        }
        T only = beans.getBeanProvider(type).getIfUnique();
        if (only == null) {
            throw new StartFailure("the application has no " + type.getSimpleName()
                    + " or several of equal rank: Surehook keeps events in the application's database. Add one, or name it"
                    + " in surehook." + property);
        }
        return only;
    }

    /** Events are stored in transactions of their own, so not in the one that the calling thread may be in. */
    static DataSource direct(DataSource dataSource) {
        DataSource target =
                dataSource instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : null;
        return target == null ? dataSource : target;
    }

    static HostStore open(DataSource dataSource, SurehookProperties properties) {
        boolean migrate = switch (properties.schema()) {
            case ALWAYS -> true;
            case NEVER -> false;
            case EMBEDDED -> EMBEDDED.contains(productOf(dataSource));
        };
        return HostStore.open(
                dataSource,
                new HostSettings(
                        migrate ? HostSettings.Schema.MIGRATE : HostSettings.Schema.REQUIRE,
                        properties.acceptUnsafeDatabase(),
                        InstantSource.system()));
    }

    private static String productOf(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getMetaData().getDatabaseProductName();
        } catch (SQLException e) {
            throw new StartFailure("the application's database cannot be reached: " + e.getMessage(), e);
        }
    }
}
