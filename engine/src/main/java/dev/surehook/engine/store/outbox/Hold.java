package dev.surehook.engine.store.outbox;

import dev.surehook.engine.outbox.DeliveryState;

/** Why nothing is sent to an endpoint, and what becomes of what waits for it. */
enum Hold {
    NONE(0, DeliveryState.WAITING, ""),
    OFF(1, DeliveryState.NOT_SENT, "the endpoint is switched off"),
    DELETED(2, DeliveryState.CANCELLED, "the endpoint was deleted");

    private final int number;
    private final DeliveryState state;
    private final String reason;

    Hold(int number, DeliveryState state, String reason) {
        this.number = number;
        this.state = state;
        this.reason = reason;
    }

    static Hold of(int number) {
        for (Hold hold : values()) {
            if (hold.number == number) {
                return hold;
            }
        }
        throw new IllegalArgumentException("no lane is held by " + number);
    }

    /** As the column holds it. */
    int number() {
        return number;
    }

    DeliveryState state() {
        return state;
    }

    String reason() {
        return reason;
    }
}
