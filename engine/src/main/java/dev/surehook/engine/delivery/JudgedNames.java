package dev.surehook.engine.delivery;

import dev.surehook.engine.target.AddressRefused;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.DnsResolver;

/**
 * Gives the client's sockets addresses that were judged, and no others. The client asks it for each new connection,
 * with hosts that are addresses already too, on the thread of the exchange.
 */
final class JudgedNames implements DnsResolver {

    /** @throws AddressRefused when an address of {@code host} must not be dialled */
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        return Exchange.current().addressesOf(host).toArray(InetAddress[]::new);
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }
}
