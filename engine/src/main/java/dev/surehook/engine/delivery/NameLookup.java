package dev.surehook.engine.delivery;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.DnsResolver;

/** Looks a host name up, and sends nothing on behalf of an attempt that was given up meanwhile. */
final class NameLookup implements DnsResolver {
    /** How names become addresses; another one in tests. */
    @FunctionalInterface
    interface Names {
        InetAddress[] addressesOf(String host) throws UnknownHostException;
    }

    private final Names names;

    NameLookup(Names names) {
        this.names = names;
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] addresses = names.addressesOf(host);
        // The look-up itself cannot be interrupted; the thread of an attempt that ran out of time carries the mark.
        if (Thread.currentThread().isInterrupted()) {
            throw new UnknownHostException("given up");
        }
        return addresses;
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }
}
