package dev.surehook.engine.source;

import dev.surehook.signatures.Locator;
import java.util.List;

/**
 * That events with one key are handled in the order in which they were stored, one at a time. A failing event holds up the
 * others of its key until it is processed.
 *
 * @param by where the key may stand in the JSON body, a text or a whole number; the first place that has one counts, and an
 *     event without it has no order
 * @param continueWhenParked whether a parked event lets the others of its key go on; if not, they wait until it was
 *     replayed or an operator gives it up
 */
public record Order(List<Locator.JsonPath> by, boolean continueWhenParked) {
    public Order {
        by = List.copyOf(by);
    }

    public Order(Locator.JsonPath by, boolean continueWhenParked) {
        this(List.of(by), continueWhenParked);
    }
}
