package dev.surehook.spring.target;

import dev.surehook.engine.delivery.ForwardProxy;
import dev.surehook.signatures.Secret;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A proxy that everything is sent through.
 *
 * @param url http://host:port; no proxy when blank
 * @param user who we are to the proxy, where it asks
 * @param password goes with the user
 * @param trusted whether the proxy is told names, and judges by itself which addresses may be reached
 */
public record ProxySettings(
        @DefaultValue("") String url,
        @Nullable String user,
        @Nullable Secret password,
        @DefaultValue("false") boolean trusted) {

    public static final ProxySettings NONE = new ProxySettings("", null, null, false);

    /** @throws IllegalArgumentException in one line that begins with a key below that of the proxy */
    Optional<ForwardProxy> proxy() {
        if (url.isBlank()) {
            if (user != null || password != null || trusted) {
                throw new IllegalArgumentException("url: the proxy has other settings and no url");
            }
            return Optional.empty();
        }
        URI parsed = parsed();
        return Optional.of(new ForwardProxy(parsed.getHost(), parsed.getPort(), trusted, login()));
    }

    /** Does not quote what is wrong: a password may stand in it. */
    private URI parsed() {
        try {
            URI parsed = URI.create(url.strip());
            String rest = parsed.getRawPath() == null ? "" : parsed.getRawPath();
            if ("http".equalsIgnoreCase(parsed.getScheme())
                    && parsed.getHost() != null
                    && parsed.getPort() > 0
                    && parsed.getRawUserInfo() == null
                    && parsed.getRawQuery() == null
                    && parsed.getRawFragment() == null
                    && (rest.isEmpty() || rest.equals("/"))) {
                return parsed;
            }
        } catch (IllegalArgumentException e) {
            throw unreadable();
        }
        throw unreadable();
    }

    private static IllegalArgumentException unreadable() {
        return new IllegalArgumentException(
                "url: the proxy is written http://host:port, and its user and password in keys of their own");
    }

    private Optional<ForwardProxy.Login> login() {
        if (user == null && password == null) {
            return Optional.empty();
        }
        if (user == null || password == null) {
            throw new IllegalArgumentException((user == null ? "user" : "password")
                    + ": user and password of the proxy belong together; set both");
        }
        try {
            return Optional.of(new ForwardProxy.Login(user, password));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("user: " + e.getMessage(), e);
        }
    }
}
