package dev.surehook.engine.event;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Surehook's own name for an event: {@code evt_} and 32 hex digits, the first 128 bits of its {@link EventKey}. Unlike
 * the provider's id it is short, plain ASCII and unique over all sources.
 */
public record EventRef(String value) {
    private static final Pattern SHAPE = Pattern.compile("evt_[0-9a-f]{32}");

    public EventRef {
        if (!SHAPE.matcher(value).matches()) {
            throw new IllegalArgumentException("an event reference is evt_ and 32 hex digits");
        }
    }

    static EventRef of(long high, long low) {
        HexFormat hex = HexFormat.of();
        return new EventRef("evt_" + hex.toHexDigits(high) + hex.toHexDigits(low));
    }

    /** {@code text} as a reference, or nothing when it is none. */
    public static Optional<EventRef> parse(String text) {
        return SHAPE.matcher(text).matches() ? Optional.of(new EventRef(text)) : Optional.empty();
    }

    public long high() {
        return HexFormat.fromHexDigitsToLong(value, 4, 20);
    }

    public long low() {
        return HexFormat.fromHexDigitsToLong(value, 20, 36);
    }

    @Override
    public String toString() {
        return value;
    }
}
