package dev.surehook.testkit.crash;

import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.DueDelivery;
import java.util.List;

/**
 * An attempt of a delivery, as a node names it.
 *
 * @param id the event's
 */
record Sent(String id, DeliveryRef delivery, int attempt) {

    static String of(DueDelivery begun) {
        return begun.event().id() + "/" + begun.ref() + "/" + begun.attempt();
    }

    static Sent parse(String text) {
        String[] parts = text.split("/", -1);
        return new Sent(parts[0], DeliveryRef.parse(parts[1]).orElseThrow(), Integer.parseInt(parts[2]));
    }

    static List<Sent> parse(List<String> texts) {
        return texts.stream().map(Sent::parse).toList();
    }
}
