package dev.surehook.examples.ycloud;

import org.jspecify.annotations.Nullable;

/** What the shop reads of YCloud's {@code whatsappInboundMessage}. */
record InboundMessage(
        String id, String from, String type, @Nullable Text text) {

    record Text(String body) {}

    String words() {
        return text == null ? "" : text.body().strip();
    }
}
