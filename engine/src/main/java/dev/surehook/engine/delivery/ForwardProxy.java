package dev.surehook.engine.delivery;

import dev.surehook.signatures.Secret;
import java.util.Optional;

/**
 * A proxy that all requests go through, as a tunnel (CONNECT).
 *
 * @param host a name or an address that the operator wrote down; it is not judged
 * @param trusted whether it is told the receiver's name and judges by itself which addresses may be reached. If not, it
 *     is told the address that was judged here
 * @param login shown to the proxy and to nobody else
 */
public record ForwardProxy(String host, int port, boolean trusted, Optional<Login> login) {
    public ForwardProxy {
        if (host.isBlank() || port < 1 || port > 65_535) {
            throw new IllegalArgumentException("a proxy is a host and a port from 1 to 65535");
        }
    }

    /** Who we are to the proxy (RFC 7617). */
    public record Login(String user, Secret password) {
        public Login {
            if (user.isBlank() || user.indexOf(':') >= 0) {
                throw new IllegalArgumentException("the user of a proxy is not blank and has no colon");
            }
        }
    }
}
