package dev.surehook.examples.ycloud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.testkit.webhook.WebhookTest;
import dev.surehook.testkit.webhook.WebhookTester;
import dev.surehook.testkit.webhook.WebhookTester.Sent;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The shop from outside, as YCloud sees it, on a SQLite file. */
@WebhookTest("ycloud")
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class OrdersTest {
    @TempDir
    static Path folder;

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) {
        registry.add("ORDERS_DB", () -> folder.resolve("orders.db").toString());
    }

    @Test
    void an_order_is_written_once_however_often_its_event_comes(WebhookTester ycloud, @Autowired JdbcTemplate sql) {
        Sent order = ycloud.deliverBody("""
                {"id":"evt_order_1","type":"whatsapp.inbound_message.received","apiVersion":"v2",
                 "createTime":"2026-11-30T10:00:00.000Z",
                 "whatsappInboundMessage":{"id":"m1","from":"+5511987654321","to":"+551130000000","type":"text",
                                           "text":{"body":"two pizzas, please"}}}""");
        assertThat(ycloud.repeat(order).status()).isEqualTo(204);

        ycloud.deliver("whatsapp.message.updated");
        assertThat(sql.queryForList("SELECT words FROM orders WHERE event_id = 'evt_order_1'", String.class))
                .containsExactly("two pizzas, please");
    }

    @Test
    void a_forged_order_is_refused(WebhookTester ycloud) {
        assertThat(ycloud.sendTampered("whatsapp.inbound_message.received").status())
                .isEqualTo(401);
    }
}
