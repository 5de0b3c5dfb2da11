package dev.surehook.spring;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Everything that can be set.
 *
 * @param enabled whether events are received and worked off
 * @param basePath events arrive at the base path and the name of the source, below the application's context path
 * @param schema who makes Surehook's tables: embedded makes them in SQLite and H2 only, always everywhere,
 *     never leaves it to the application
 * @param acceptUnsafeDatabase starts on a database that may lose what it acknowledged
 * @param dataSource the name of the data source bean; the application's only or primary one when absent
 * @param transactionManager the name of the transaction manager bean; the only or primary one when absent
 * @param shutdownGrace how long running handlers may take to end when the application stops
 * @param maxDueAge how long a due event may wait before health tells of it
 * @param trustedProxies addresses and blocks whose forwarded headers count, for schemes that sign the URL
 * @param sending how events are sent that the application publishes
 * @param sources the ways in, by name
 */
@ConfigurationProperties("surehook")
public record SurehookProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("/in") String basePath,
        @DefaultValue("embedded") SchemaMode schema,
        @DefaultValue("false") boolean acceptUnsafeDatabase,
        @Nullable String dataSource,
        @Nullable String transactionManager,
        @DefaultValue("15s") Duration shutdownGrace,
        @DefaultValue("10m") Duration maxDueAge,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue @NestedConfigurationProperty SendingProperties sending,
        @DefaultValue Map<String, SourceProperties> sources) {

    public SurehookProperties {
        trustedProxies = List.copyOf(trustedProxies);
        sources = Map.copyOf(sources);
        if (!basePath.startsWith("/") || basePath.endsWith("/") || basePath.contains("*")) {
            throw new IllegalArgumentException(
                    "surehook.base-path begins with a slash, ends without one and has no star: /in or /webhooks");
        }
    }

    /** Who makes the tables. */
    public enum SchemaMode {
        EMBEDDED,
        ALWAYS,
        NEVER
    }
}
