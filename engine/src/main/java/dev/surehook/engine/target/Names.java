package dev.surehook.engine.target;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** How host names become addresses. May block for as long as it likes. */
@FunctionalInterface
public interface Names {
    /** All of them, one at least. */
    InetAddress[] addressesOf(String host) throws UnknownHostException;

    /** What the operating system says, remembered for as long as the platform is set to. */
    static Names system() {
        return InetAddress::getAllByName;
    }
}
