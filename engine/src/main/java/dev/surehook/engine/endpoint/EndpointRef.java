package dev.surehook.engine.endpoint;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/** The public name of an endpoint: {@code ep_} and 32 hexadecimal digits, made at random. */
public record EndpointRef(String value) {
    private static final Pattern FORM = Pattern.compile("ep_[0-9a-f]{32}");
    private static final SecureRandom RANDOM = new SecureRandom();

    public EndpointRef {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("endpoints are named ep_ and 32 hexadecimal digits");
        }
    }

    public static EndpointRef random() {
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        return new EndpointRef("ep_" + HexFormat.of().formatHex(bytes));
    }

    /** Nothing where the text cannot be one. */
    public static Optional<EndpointRef> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new EndpointRef(text)) : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}
