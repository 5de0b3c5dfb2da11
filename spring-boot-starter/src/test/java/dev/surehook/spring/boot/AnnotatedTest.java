package dev.surehook.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import dev.surehook.testkit.webhook.FromSource;
import dev.surehook.testkit.webhook.WebhookTest;
import dev.surehook.testkit.webhook.WebhookTester;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A test of an application, as its authors write it. */
@WebhookTest({"ycloud", "shop=stripe"})
@SpringBootTest(
        classes = AnnotatedTest.Application.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.url=jdbc:h2:mem:webhook-test",
            "spring.autoconfigure.exclude=" + TestApplication.WITHOUT_JPA,
            "spring.data.jpa.repositories.enabled=false",
            "server.servlet.context-path=/app",
            "surehook.base-path=/hooks"
        })
class AnnotatedTest {

    @Test
    void each_source_is_signed_as_its_provider_does_it(
            @FromSource("ycloud") WebhookTester ycloud,
            @FromSource("shop") WebhookTester shop,
            @Autowired Handler handler) {
        Sent contact = ycloud.deliver("contact.created");
        Sent invoice = shop.deliver("invoice.paid");

        assertThat(handler.seen).contains("ycloud " + contact.id(), "shop " + invoice.id());
    }

    @Test
    void repeats_and_forgeries_are_one_line_each(@FromSource("shop") WebhookTester shop, @Autowired Handler handler) {
        Sent invoice = shop.deliver("invoice.paid");

        assertThat(shop.repeat(invoice).status()).isEqualTo(204);
        assertThat(shop.sendTampered("invoice.paid").status()).isEqualTo(401);
        assertThat(shop.sendStale("invoice.paid").status()).isEqualTo(401);
        assertThat(handler.seen).containsOnlyOnce("shop " + invoice.id());
    }

    @Test
    void what_fails_is_waited_for_too(@FromSource("ycloud") WebhookTester ycloud) {
        assertThat(ycloud.awaitFailure(ycloud.send("contact.deleted"))).contains("not today");
    }

    @Nested
    class Inside {
        @Test
        void a_nested_class_has_the_same_testers(@FromSource("ycloud") WebhookTester ycloud) {
            assertThat(ycloud.deliver("contact.created").status()).isEqualTo(204);
        }
    }

    static class Handler {
        final List<String> seen = new CopyOnWriteArrayList<>();

        @WebhookHandler
        void on(WebhookEvent event) {
            if (event.type().equals("contact.deleted")) {
                throw new IllegalStateException("not today");
            }
            seen.add(event.source() + " " + event.id());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        @Bean
        Handler handler() {
            return new Handler();
        }
    }
}
