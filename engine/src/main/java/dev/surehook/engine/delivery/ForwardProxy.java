package dev.surehook.engine.delivery;

/**
 * A proxy that all requests go through, as a tunnel (CONNECT).
 *
 * @param host a name or an address that the operator wrote down; it is not judged
 * @param trusted whether it is told the receiver's name and judges by itself which addresses may be reached. If not, it
 *     is told the address that was judged here
 */
public record ForwardProxy(String host, int port, boolean trusted) {
    public ForwardProxy {
        if (host.isBlank() || port < 1 || port > 65_535) {
            throw new IllegalArgumentException("a proxy is a host and a port from 1 to 65535");
        }
    }
}
