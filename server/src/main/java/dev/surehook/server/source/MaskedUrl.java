package dev.surehook.server.source;

import java.net.URI;

/** A URL as it may be shown: a query may hold a credential. */
public final class MaskedUrl {
    private MaskedUrl() {}

    public static String of(URI url) {
        String port = url.getPort() < 0 ? "" : ":" + url.getPort();
        String query = url.getRawQuery() == null ? "" : "?***";
        return url.getScheme() + "://" + url.getHost() + port + url.getRawPath() + query;
    }
}
