package dev.surehook.engine.target;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A URL that can be posted to, taken apart once: what is judged, compared and dialled are these very parts, and nobody
 * reads the text a second time with other eyes. Stricter than RFC 3986 where readers differ.
 */
public final class TargetUrl {
    /** What RFC 3986 allows in a path, and the brackets that many write in queries. */
    private static final String PATH_SYMBOLS = "-._~!$&'()*+,;=:@/%";

    private static final String QUERY_SYMBOLS = PATH_SYMBOLS + "?[]";

    private static final String LOCALHOST = "localhost";

    private final String text;
    private final boolean https;
    private final TargetHost host;
    private final int port;
    private final String path;
    private final @Nullable String query;

    private TargetUrl(String text, boolean https, TargetHost host, int port, String path, @Nullable String query) {
        this.text = text;
        this.https = https;
        this.host = host;
        this.port = port;
        this.path = path;
        this.query = query;
    }

    /** @throws TargetRefused naming the rule, when the text is not a clean http or https URL */
    public static TargetUrl parse(String text) {
        requireVisible(text);
        int scheme = schemeLength(text);
        int end = authorityEnd(text, scheme);
        String authority = text.substring(scheme, end);
        if (authority.indexOf('@') >= 0) {
            throw new TargetRefused(
                    "url-user-info", "the URL must not hold a user name or password; requests are signed instead");
        }
        int fragment = text.indexOf('#');
        if (fragment >= 0) {
            throw new TargetRefused("url-fragment", "the URL must not have a fragment (#...); it is never sent");
        }
        int question = text.indexOf('?', end);
        String path = text.substring(end, question < 0 ? text.length() : question);
        @Nullable String query = question < 0 ? null : text.substring(question + 1);
        requireOnly(PATH_SYMBOLS, path, "path");
        requireOnly(QUERY_SYMBOLS, query == null ? "" : query, "query");
        int colon = portColon(authority);
        return new TargetUrl(
                text,
                scheme == "https://".length(),
                TargetHost.parse(colon < 0 ? authority : authority.substring(0, colon)),
                colon < 0 ? -1 : port(authority.substring(colon + 1)),
                path.isEmpty() ? "/" : path,
                query);
    }

    private static void requireVisible(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c == 0x7f) {
                throw new TargetRefused(
                        "url-characters",
                        "the URL must not hold spaces or control characters; there is one at character " + (i + 1));
            }
            if (c > 0x7f) {
                throw new TargetRefused(
                        "url-characters",
                        "the URL must be ASCII; percent-encode what is not, and write such a host as xn--..., at"
                                + " character " + (i + 1));
            }
        }
    }

    private static int schemeLength(String text) {
        for (String scheme : new String[] {"https://", "http://"}) {
            if (text.regionMatches(true, 0, scheme, 0, scheme.length())) {
                return scheme.length();
            }
        }
        throw new TargetRefused("url-scheme", "the URL must begin with http:// or https://");
    }

    private static int authorityEnd(String text, int from) {
        int end = from;
        while (end < text.length() && "/?#\\".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private static int portColon(String authority) {
        int bracket = authority.lastIndexOf(']');
        return authority.indexOf(':', Math.max(bracket, 0));
    }

    private static int port(String digits) {
        boolean plain = !digits.isEmpty()
                && digits.length() <= 5
                && digits.charAt(0) != '0'
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        int port = plain ? Integer.parseInt(digits) : 0;
        if (port < 1 || port > 65_535) {
            throw new TargetRefused("url-port", "the URL's port must be a number from 1 to 65535");
        }
        return port;
    }

    private static void requireOnly(String symbols, String part, String name) {
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            if (!isAlphanumeric(c) && symbols.indexOf(c) < 0) {
                throw new TargetRefused(
                        "url-characters", "the URL's " + name + " holds '" + c + "'; percent-encode it");
            }
            if (c == '%' && !(isHex(part, i + 1) && isHex(part, i + 2))) {
                throw new TargetRefused(
                        "url-characters", "the URL's " + name + " has a '%' that two hexadecimal digits do not follow");
            }
        }
    }

    private static boolean isAlphanumeric(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    private static boolean isHex(String text, int at) {
        return at < text.length() && Character.digit(text.charAt(at), 16) >= 0;
    }

    /** Lower-case. */
    public String scheme() {
        return https ? "https" : "http";
    }

    /** Whether it can only mean this machine: {@code localhost}, a name below it (RFC 6761), or a loopback address. */
    public boolean isLocal() {
        return address()
                .map(InetAddress::isLoopbackAddress)
                .orElseGet(() -> host().equals(LOCALHOST) || host().endsWith("." + LOCALHOST));
    }

    public boolean isHttps() {
        return https;
    }

    /** Lower-case, a name without its final dot or an address, IPv6 without brackets. */
    public String host() {
        return host.name();
    }

    /** The address where the host is one and no name. */
    public Optional<InetAddress> address() {
        return host.address();
    }

    /** The one to dial, written or not. */
    public int port() {
        return port >= 0 ? port : https ? 443 : 80;
    }

    /** Whether the port is the scheme's own, so that a Host header leaves it out. */
    public boolean hasDefaultPort() {
        return port() == (https ? 443 : 80);
    }

    public boolean hasQuery() {
        return query != null;
    }

    /** Path and query as they were written, with a slash at least: what stands in the request's first line. */
    public String requestTarget() {
        return query == null ? path : path + "?" + query;
    }

    /** As it was written. Holds the query, which may be secret. */
    public String text() {
        return text;
    }

    /**
     * The form in which two URLs of one target are the same text: scheme and host lower-case, a default port left out.
     * Holds the query, which may be secret.
     */
    public String normal() {
        return origin() + requestTarget();
    }

    private String origin() {
        return scheme() + "://" + host.inUrl() + (hasDefaultPort() ? "" : ":" + port());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TargetUrl url && url.normal().equals(normal());
    }

    @Override
    public int hashCode() {
        return normal().hashCode();
    }

    /** The query may hold a credential, so it is masked. */
    @Override
    public String toString() {
        return origin().toLowerCase(Locale.ROOT) + path + (query == null ? "" : "?***");
    }
}
