package dev.surehook.spring.boot3;

import com.fasterxml.jackson.databind.ObjectMapper;
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
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

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
    PayloadReader surehookPayloadReader(ObjectMapper mapper) {
        return new JacksonPayloadReader(mapper);
    }

    @Bean
    @ConditionalOnMissingBean
    PayloadWriter surehookPayloadWriter(ObjectMapper mapper) {
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
