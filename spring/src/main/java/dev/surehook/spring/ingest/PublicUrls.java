package dev.surehook.spring.ingest;

import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The URL as a sender called it, for schemes that sign it. A source's public URL wins; else it is rebuilt from the
 * request, and forwarded headers count only when the connection comes from a declared proxy.
 */
public final class PublicUrls {
    private final Map<String, String> configured;
    private final List<CidrBlock> trusted;

    /**
     * @param configured public URLs by source
     * @param trustedProxies addresses and CIDR blocks
     * @throws IllegalArgumentException with one line when a block is none
     */
    public PublicUrls(Map<String, String> configured, List<String> trustedProxies) {
        this.configured = Map.copyOf(configured);
        this.trusted = trustedProxies.stream().map(CidrBlock::parse).toList();
    }

    String of(String source, HttpServletRequest request) {
        String query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
        String known = configured.get(source);
        if (known != null) {
            return known.indexOf('?') < 0 ? known + query : known;
        }
        Forwarded forwarded = isTrusted(request.getRemoteAddr()) ? Forwarded.of(request) : Forwarded.NOTHING;
        String scheme = forwarded.proto().orElse(request.getScheme()).toLowerCase(Locale.ROOT);
        String authority = forwarded.host().orElseGet(() -> hostOf(request));
        return scheme + "://" + withoutDefaultPort(scheme, withPort(authority, forwarded)) + request.getRequestURI()
                + query;
    }

    private static String hostOf(HttpServletRequest request) {
        String host = request.getHeader("Host");
        return host == null ? request.getServerName() + ":" + request.getServerPort() : host;
    }

    private static String withPort(String authority, Forwarded forwarded) {
        boolean hasPort = authority.lastIndexOf(':') > authority.lastIndexOf(']');
        Optional<String> port = forwarded.port();
        return hasPort || port.isEmpty() ? authority : authority + ":" + port.get();
    }

    private static String withoutDefaultPort(String scheme, String authority) {
        String standard = scheme.equals("https") ? ":443" : ":80";
        return authority.endsWith(standard)
                ? authority.substring(0, authority.length() - standard.length())
                : authority;
    }

    private boolean isTrusted(@Nullable String peer) {
        if (trusted.isEmpty() || peer == null) {
            return false;
        }
        try {
            // The peer's address is a literal, so nothing is looked up.
            InetAddress address = InetAddress.getByName(peer);
            return trusted.stream().anyMatch(block -> block.contains(address));
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
