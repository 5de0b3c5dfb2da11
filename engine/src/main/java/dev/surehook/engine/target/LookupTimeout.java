package dev.surehook.engine.target;

import java.net.UnknownHostException;

/** A name was not looked up in time. Whether there is such a host is not known. */
public final class LookupTimeout extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    LookupTimeout() {
        super("the name was not looked up in time");
    }
}
