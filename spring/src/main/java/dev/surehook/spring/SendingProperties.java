package dev.surehook.spring;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Sending, {@code surehook.sending}.
 *
 * @param enabled whether published events are sent from this application
 * @param sealingKey under which signing secrets are kept, Base64 of 32 bytes; several with commas while one is replaced
 * @param allow networks, addresses and hosts that may be sent to besides the public internet
 * @param allowHttp whether URLs without TLS are taken
 */
public record SendingProperties(
        @DefaultValue("false") boolean enabled,
        @Nullable String sealingKey,
        @DefaultValue List<String> allow,
        @DefaultValue("false") boolean allowHttp) {
    public SendingProperties {
        allow = List.copyOf(allow);
    }
}
