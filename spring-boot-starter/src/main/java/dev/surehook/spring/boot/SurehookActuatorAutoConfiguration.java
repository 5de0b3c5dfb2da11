package dev.surehook.spring.boot;

import dev.surehook.spring.SurehookProperties;
import dev.surehook.spring.SurehookReceiver;
import dev.surehook.spring.SurehookSender;
import dev.surehook.spring.actuate.ReceiverHealth;
import dev.surehook.spring.actuate.ReceiverMetrics;
import dev.surehook.spring.actuate.SenderHealth;
import dev.surehook.spring.actuate.SurehookEndpoint;
import dev.surehook.spring.observe.EngineMetrics;
import dev.surehook.spring.observe.SendingMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health, metrics and the endpoint, where the application has an actuator. */
@AutoConfiguration(
        after = SurehookAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBean(SurehookReceiver.class)
public class SurehookActuatorAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class ReceiverHealthConfiguration {
        @Bean
        @ConditionalOnEnabledHealthIndicator("surehook")
        HealthIndicator surehookHealthIndicator(SurehookReceiver receiver, SurehookProperties properties) {
            return () -> {
                ReceiverHealth health = ReceiverHealth.of(receiver, properties.maxDueAge());
                return (health.up() ? Health.up() : Health.down())
                        .withDetails(health.details())
                        .build();
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    @ConditionalOnBean(SurehookSender.class)
    static class SenderHealthConfiguration {
        @Bean
        @ConditionalOnEnabledHealthIndicator("surehook-sending")
        HealthIndicator surehookSendingHealthIndicator(SurehookSender sender, SurehookProperties properties) {
            return () -> {
                SenderHealth health = SenderHealth.of(sender, properties.maxDueAge());
                return (health.up() ? Health.up() : Health.down())
                        .withDetails(health.details())
                        .build();
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    static class EndpointConfiguration {
        @Bean
        @ConditionalOnAvailableEndpoint
        SurehookEndpoint surehookEndpoint(SurehookReceiver receiver) {
            return new SurehookEndpoint(receiver);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    static class MetricsConfiguration {
        @Bean
        EngineMetrics surehookEngineMetrics(MeterRegistry registry) {
            return new EngineMetrics(registry);
        }

        /** The sender hears of its listeners before it is there itself, so it is asked for only when a gauge is read. */
        @Bean
        @ConditionalOnBean(SurehookSender.class)
        SendingMetrics surehookSendingMetrics(ObjectProvider<SurehookSender> sender, MeterRegistry registry) {
            return new SendingMetrics(
                    registry,
                    () -> sender.getObject().attemptsInFlight(),
                    () -> sender.getObject().oldestDueAge());
        }

        @Bean
        ReceiverMetrics surehookReceiverMetrics(
                SurehookReceiver receiver, EngineMetrics metrics, MeterRegistry registry) {
            return new ReceiverMetrics(receiver, metrics, registry);
        }
    }
}
