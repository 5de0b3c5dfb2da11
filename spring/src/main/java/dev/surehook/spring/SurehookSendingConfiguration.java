package dev.surehook.spring;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.outbox.SendingListener;
import dev.surehook.engine.secret.SealingKeys;
import dev.surehook.engine.secret.SecretSealer;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.spring.observe.SendingLines;
import dev.surehook.spring.observe.SendingListeners;
import dev.surehook.spring.target.WayOut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of sending that both starters have in common. */
@Configuration(proxyBeanMethods = false)
public class SurehookSendingConfiguration {
    @Bean
    SurehookSender surehookSender(
            SurehookProperties properties,
            ConfigurableListableBeanFactory beans,
            ObjectProvider<EngineListener> listeners,
            ObjectProvider<SendingListener> sendingListeners,
            WayOut wayOut,
            Shutdown shutdown) {
        return new SurehookSender(
                () -> {
                    DataSource dataSource = SurehookConfiguration.direct(SurehookConfiguration.bean(
                            beans, DataSource.class, properties.dataSource(), "data-source"));
                    return new SurehookSender.Parts(
                            dataSource,
                            SurehookConfiguration.open(dataSource, properties),
                            new SecretSealer(sealingKeys(properties)),
                            wayOut);
                },
                SurehookConfiguration.heard(listeners),
                heardOfSending(sendingListeners),
                properties.shutdownGrace(),
                shutdown);
    }

    private static SendingListener heardOfSending(ObjectProvider<SendingListener> listeners) {
        List<SendingListener> all = new ArrayList<>(List.of(new SendingLines()));
        listeners.orderedStream().forEach(all::add);
        return new SendingListeners(all);
    }

    @Bean
    Webhooks webhooks(SurehookSender sender, PayloadWriter writer) {
        return new Webhooks(sender, writer);
    }

    @Bean
    WebhookResends webhookResends(SurehookSender sender) {
        return new WebhookResends(sender);
    }

    @Bean
    WebhookEndpoints webhookEndpoints(SurehookSender sender, SurehookProperties properties, WayOut wayOut) {
        return new WebhookEndpoints(sender, wayOut, properties.sending().allowHttp());
    }

    /** @throws StartFailure with one line that names the key */
    @Bean
    WayOut surehookWayOut(SurehookProperties properties) {
        try {
            return WayOut.of("surehook.sending", properties.sending().targets(), Instant.now());
        } catch (IllegalArgumentException e) {
            throw new StartFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private static SealingKeys sealingKeys(SurehookProperties properties) {
        String key = properties.sending().sealingKey();
        if (key == null || key.isBlank()) {
            throw new StartFailure("sending needs a key under which signing secrets are kept: set"
                    + " surehook.sending.sealing-key to Base64 of 32 random bytes, and keep it as you keep a password");
        }
        try {
            return SealingKeys.parse(key);
        } catch (IllegalArgumentException e) {
            throw new StartFailure("surehook.sending.sealing-key: " + e.getMessage(), e);
        }
    }
}
