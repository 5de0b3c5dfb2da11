package dev.surehook.engine.target;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The host of a URL: a name, or an address in the one spelling that everybody reads alike.
 *
 * @param name lower-case, without brackets and without a final dot
 */
record TargetHost(String name, Optional<InetAddress> address) {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-f:]+(:\\d+\\.\\d+\\.\\d+\\.\\d+)?");
    private static final int LONGEST_NAME = 253;

    static TargetHost parse(String written) {
        String host = written.toLowerCase(Locale.ROOT);
        if (host.isEmpty()) {
            throw new TargetRefused("url-host", "the URL has no host");
        }
        return host.startsWith("[") ? ipv6(host) : nameOrIpv4(host);
    }

    String inUrl() {
        return name.indexOf(':') >= 0 ? "[" + name + "]" : name;
    }

    private static TargetHost nameOrIpv4(String host) {
        // The dot only says that the name is complete. With it, certificates would have to be compared otherwise.
        String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        String[] labels = name.split("\\.", -1);
        if (NUMBER.matcher(labels[labels.length - 1]).matches()) {
            // 127.1, 0177.0.0.1, 0x7f000001 and 2130706433 are addresses to some and names to others.
            return Ipv4.parse(name)
                    .map(address -> new TargetHost(name, Optional.of(address)))
                    .orElseThrow(() -> new TargetRefused(
                            "url-host-spelling",
                            "the URL's host is neither a name nor an address of four decimal numbers"));
        }
        boolean clean = name.length() <= LONGEST_NAME;
        for (String label : labels) {
            clean &= LABEL.matcher(label).matches();
        }
        if (!clean) {
            throw new TargetRefused(
                    "url-host", "the URL's host is not usable; it is letters, digits, '-' and '.', or an IP address");
        }
        return new TargetHost(name, Optional.empty());
    }

    private static TargetHost ipv6(String host) {
        @Nullable InetAddress address = host.endsWith("]") ? ipv6Address(host.substring(1, host.length() - 1)) : null;
        if (address == null) {
            throw new TargetRefused(
                    "url-host-spelling", "the URL's host in brackets is not an IPv6 address, or has a zone");
        }
        return new TargetHost(address.getHostAddress(), Optional.of(address));
    }

    private static @Nullable InetAddress ipv6Address(String text) {
        int embedded = text.indexOf('.') < 0 ? -1 : text.lastIndexOf(':') + 1;
        if (!IPV6.matcher(text).matches()
                || (embedded >= 0 && Ipv4.parse(text.substring(embedded)).isEmpty())) {
            return null;
        }
        try {
            // With a colon in it the platform looks nothing up; a mapped address comes back as the IPv4 one it stands
            // for.
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
