package dev.surehook.engine.outbox;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The public name of a delivery: {@code dlv_} and the store's numbers of its event and its endpoint. It is the same for
 * every attempt.
 */
public record DeliveryRef(long event, long endpoint) implements Comparable<DeliveryRef> {
    private static final Pattern FORM = Pattern.compile("dlv_[0-9a-f]{32}");

    /** Nothing where the text cannot be one. */
    public static Optional<DeliveryRef> parse(String text) {
        if (!FORM.matcher(text).matches()) {
            return Optional.empty();
        }
        long event = HexFormat.fromHexDigitsToLong(text, 4, 20);
        long endpoint = HexFormat.fromHexDigitsToLong(text, 20, 36);
        return event < 0 || endpoint < 0 ? Optional.empty() : Optional.of(new DeliveryRef(event, endpoint));
    }

    /** By endpoint, then event: the order in which everybody locks. */
    @Override
    public int compareTo(DeliveryRef other) {
        int byEndpoint = Long.compare(endpoint, other.endpoint);
        return byEndpoint != 0 ? byEndpoint : Long.compare(event, other.event);
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return "dlv_" + hex.toHexDigits(event) + hex.toHexDigits(endpoint);
    }
}
