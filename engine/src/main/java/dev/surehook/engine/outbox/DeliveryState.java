package dev.surehook.engine.outbox;

import java.util.Locale;

/** What will happen to a delivery next. */
public enum DeliveryState {
    /** Waits for its first attempt, or for its turn again after a resend. */
    WAITING,
    /** An attempt is under way, or its end was not recorded yet. */
    SENDING,
    /** An attempt failed; the next one has a time. */
    RETRYING,
    DELIVERED,
    /** Given up; can be resent. */
    FAILED,
    /** Not sent any more: its endpoint changed or went, or somebody wanted it so. */
    CANCELLED,
    /** Kept because its endpoint is switched off; leaves only when somebody resends it. */
    NOT_SENT;

    /** Whether it stands in a queue. */
    public boolean isQueued() {
        return this == WAITING || this == SENDING || this == RETRYING;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException when no state has the label */
    public static DeliveryState of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
