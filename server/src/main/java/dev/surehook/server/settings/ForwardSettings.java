package dev.surehook.server.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where a source's events go.
 *
 * @param as {@code standard}: as received, with our own Standard Webhooks signature; {@code ycloud} or
 *     {@code wordpane}: signed anew in that provider's form, so that an existing receiver works unchanged
 */
public record ForwardSettings(
        @DefaultValue("") String url,
        @DefaultValue("standard") String as,
        @DefaultValue("5s") Duration connectTimeout,
        @DefaultValue("10s") Duration timeout) {

    public ForwardSettings {
        if (connectTimeout.isNegative() || connectTimeout.isZero() || timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("forward timeouts must be longer than 0 s");
        }
    }

    static ForwardSettings to(String url) {
        return new ForwardSettings(url, "standard", Duration.ofSeconds(5), Duration.ofSeconds(10));
    }

    ForwardSettings as(String form) {
        return new ForwardSettings(url, form, connectTimeout, timeout);
    }
}
