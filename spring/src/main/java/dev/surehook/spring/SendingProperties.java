package dev.surehook.spring;

import dev.surehook.spring.target.IdentitySettings;
import dev.surehook.spring.target.ProxySettings;
import dev.surehook.spring.target.TargetSettings;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Sending, {@code surehook.sending}.
 *
 * @param enabled whether published events are sent from this application
 * @param sealingKey under which signing secrets are kept, Base64 of 32 bytes; several with commas while one is replaced
 * @param allow networks, addresses and hosts that may be sent to besides the public internet
 * @param allowLocal whether this machine may be sent to, without TLS as well: for development
 * @param allowHttp whether URLs without TLS are taken, wherever they lead
 * @param authorities PEM files with certificates of private authorities, trusted besides the system's
 * @param proxy what everything is sent through
 * @param identities certificates that are shown to receivers that ask for one, by the names that endpoints use
 */
public record SendingProperties(
        @DefaultValue("false") boolean enabled,
        @Nullable String sealingKey,
        @DefaultValue List<String> allow,
        @DefaultValue("false") boolean allowLocal,
        @DefaultValue("false") boolean allowHttp,
        @DefaultValue List<String> authorities,
        @DefaultValue @NestedConfigurationProperty ProxySettings proxy,
        @DefaultValue Map<String, IdentitySettings> identities) {
    public SendingProperties {
        allow = List.copyOf(allow);
        authorities = List.copyOf(authorities);
        identities = Map.copyOf(identities);
    }

    TargetSettings targets() {
        return new TargetSettings(allow, allowLocal, authorities, proxy, identities);
    }
}
