package dev.surehook.spring.boot;

import dev.surehook.spring.PayloadReader;
import dev.surehook.spring.PayloadWriter;
import dev.surehook.spring.ReactiveRefusal;
import dev.surehook.spring.SurehookConfiguration;
import dev.surehook.spring.SurehookSendingConfiguration;
import dev.surehook.spring.SurehookWebConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.json.JsonMapper;

/** Receives webhooks and brings them to {@code @WebhookHandler} methods. */
@AutoConfiguration(
        after = {
            DataSourceAutoConfiguration.class,
            DataSourceTransactionManagerAutoConfiguration.class,
            JacksonAutoConfiguration.class
        })
@ConditionalOnBooleanProperty(name = "surehook.enabled", matchIfMissing = true)
@Import(SurehookConfiguration.class)
public class SurehookAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    PayloadReader surehookPayloadReader(JsonMapper mapper) {
        return new JacksonPayloadReader(mapper);
    }

    @Bean
    @ConditionalOnMissingBean
    PayloadWriter surehookPayloadWriter(JsonMapper mapper) {
        return new JacksonPayloadWriter(mapper);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty("surehook.sending.enabled")
    @Import(SurehookSendingConfiguration.class)
    static class Publishing {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @Import(SurehookWebConfiguration.class)
    static class Web {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    static class Reactive {
        @Bean
        ReactiveRefusal surehookReactiveRefusal() {
            return new ReactiveRefusal();
        }
    }
}
