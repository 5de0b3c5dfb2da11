package dev.surehook.engine.delivery;

import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.RouteInfo.LayerType;
import org.apache.hc.client5.http.RouteInfo.TunnelType;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.auth.BasicScheme;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Routes through a proxy: always a tunnel, also for plain http, because only then the proxy is told an address and the
 * receiver a name. What is asked of the proxy comes with the exchange; certificates are checked against the name.
 */
final class Tunnels implements HttpRoutePlanner {
    private final HttpHost proxy;

    Tunnels(ForwardProxy proxy) {
        this.proxy = host(proxy);
    }

    private static HttpHost host(ForwardProxy proxy) {
        return new HttpHost("http", proxy.host(), proxy.port());
    }

    /** Who we are is shown to the proxy at once: one that asks first costs a connection. */
    static void logIn(ForwardProxy proxy, HttpClientContext context) {
        proxy.login().ifPresent(login -> {
            BasicScheme basic = new BasicScheme();
            basic.initPreemptive(new UsernamePasswordCredentials(
                    login.user(), login.password().reveal().toCharArray()));
            context.resetAuthExchange(host(proxy), basic);
        });
    }

    @Override
    public HttpRoute determineRoute(HttpHost target, HttpContext context) {
        boolean secure = target.getSchemeName().equals("https");
        HttpHost asked =
                new HttpHost(target.getSchemeName(), Exchange.of(context).tunnelEnd(), target.getPort());
        return new HttpRoute(
                asked,
                target,
                null,
                new HttpHost[] {proxy},
                secure,
                TunnelType.TUNNELLED,
                secure ? LayerType.LAYERED : LayerType.PLAIN);
    }
}
