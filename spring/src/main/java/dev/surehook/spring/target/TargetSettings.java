package dev.surehook.spring.target;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where published events may be sent, and how they get there.
 *
 * @param allow networks, addresses and hosts besides the public internet
 * @param allowLocal whether this machine may be sent to, without TLS as well
 * @param authorities PEM files with certificates of private authorities, trusted besides the system's
 * @param proxy what everything goes through
 * @param identities who we can be to receivers that ask for a certificate, by the names that endpoints use
 */
public record TargetSettings(
        @DefaultValue List<String> allow,
        @DefaultValue("false") boolean allowLocal,
        @DefaultValue List<String> authorities,
        @DefaultValue ProxySettings proxy,
        @DefaultValue Map<String, IdentitySettings> identities) {

    public static final TargetSettings DEFAULT =
            new TargetSettings(List.of(), false, List.of(), ProxySettings.NONE, Map.of());

    public TargetSettings {
        allow = List.copyOf(allow);
        authorities = List.copyOf(authorities);
        identities = Collections.unmodifiableMap(new LinkedHashMap<>(identities));
    }
}
