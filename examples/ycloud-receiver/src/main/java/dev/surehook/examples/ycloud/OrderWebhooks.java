package dev.surehook.examples.ycloud;

import dev.surehook.spring.WebhookEvent;
import dev.surehook.spring.WebhookHandler;
import org.springframework.stereotype.Component;

/**
 * YCloud's webhooks. Each method runs in a transaction; its rows and the "processed" mark of the event commit together,
 * so an order is written once, however often the event comes and whatever crashes.
 */
@Component
class OrderWebhooks {
    private final Orders orders;

    OrderWebhooks(Orders orders) {
        this.orders = orders;
    }

    @WebhookHandler(source = "ycloud", type = "whatsapp.inbound_message.received")
    void onMessage(InboundMessage message, WebhookEvent event) {
        if (!message.words().isEmpty()) {
            orders.place(event.id(), message.from(), message.words());
        }
    }

    @WebhookHandler(source = "ycloud", type = "whatsapp.message.updated")
    void onStatus(MessageStatus message) {
        orders.confirmation(message.id(), message.status());
    }
}
