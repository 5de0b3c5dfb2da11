package dev.surehook.engine.delivery;

import java.io.IOException;
import org.apache.hc.core5.http.HttpStatus;

/** The proxy makes no tunnel to the receiver. */
final class ProxyRefused extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    ProxyRefused(int status) {
        super("the proxy answered " + status);
        this.status = status;
    }

    /** Whether it wants to know who we are, or does not believe it. */
    boolean wantsLogin() {
        return status == HttpStatus.SC_PROXY_AUTHENTICATION_REQUIRED;
    }
}
