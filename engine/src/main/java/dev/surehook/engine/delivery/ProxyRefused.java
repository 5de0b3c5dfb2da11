package dev.surehook.engine.delivery;

import java.io.IOException;

/** The proxy makes no tunnel to the receiver. */
final class ProxyRefused extends IOException {
    private static final long serialVersionUID = 1L;

    ProxyRefused(int status) {
        super("the proxy answered " + status);
    }
}
