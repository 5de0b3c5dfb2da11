package dev.surehook.examples.ycloud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.testkit.webhook.WebhookTester;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The shop from outside, as YCloud sees it, on a SQLite file. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@SuppressWarnings("NullAway.Init")
class OrdersTest {
    private static final String SECRET = "whsec_0123456789abcdef0123456789abcdef";

    @TempDir
    static Path folder;

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) {
        registry.add("YCLOUD_WEBHOOK_SECRET", () -> SECRET);
        registry.add("ORDERS_DB", () -> folder.resolve("orders.db").toString());
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Testing {
        @Bean
        WebhookTester ycloud() {
            return WebhookTester.of("ycloud", SECRET);
        }
    }

    @Autowired
    private WebhookTester ycloud;

    @Autowired
    private JdbcTemplate sql;

    @Autowired
    private Environment environment;

    private URI shop() {
        return URI.create("http://localhost:" + environment.getProperty("local.server.port"));
    }

    @Test
    void an_order_is_written_once_however_often_its_event_comes() {
        Sent sent = ycloud.sendBody(shop(), """
                {"id":"evt_order_1","type":"whatsapp.inbound_message.received","apiVersion":"v2",
                 "createTime":"2026-11-30T10:00:00.000Z",
                 "whatsappInboundMessage":{"id":"m1","from":"+5511987654321","to":"+551130000000","type":"text",
                                           "text":{"body":"two pizzas, please"}}}""");
        assertThat(sent.status()).isEqualTo(204);
        ycloud.awaitProcessed(sent);
        assertThat(ycloud.repeat(shop(), sent).status()).isEqualTo(204);

        Sent next = ycloud.send(shop(), "whatsapp.message.updated");
        ycloud.awaitProcessed(next);
        assertThat(sql.queryForList("SELECT words FROM orders WHERE event_id = 'evt_order_1'", String.class))
                .containsExactly("two pizzas, please");
    }

    @Test
    void a_forged_order_is_refused() {
        assertThat(ycloud.sendTampered(shop(), "whatsapp.inbound_message.received")
                        .status())
                .isEqualTo(401);
    }
}
