package dev.surehook.engine.delivery;

import dev.surehook.engine.work.Threads;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.DefaultClientConnectionReuseStrategy;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Sets the HTTP client up so that it does what it is told and no more: HTTP/1.1, no redirect, retry, cookie,
 * authentication, decompression, protocol upgrade or proxy of its own.
 *
 * <p>Connections are kept, and a server may close one while it idles. The client hears of that at once and drops the
 * connection; a request that was written to it just then must not be repeated blindly, because nobody can tell whether it
 * was read. So a connection idles for a second at most, less than common servers allow (2 s and more), and what remains is
 * a close that is on its way while the request is being written; that attempt fails, the schedule repeats it, and the
 * host is among the {@link ClosingHosts}, whose connections serve one request each.
 */
final class Clients {
    static final TimeValue LONGEST_IDLE = TimeValue.ofSeconds(1);

    /** So that a busy connection follows its host to another address some day. */
    private static final TimeValue LONGEST_LIFE = TimeValue.ofMinutes(1);

    private static final int MOST_THREADS = 4;

    private Clients() {}

    static PoolingAsyncClientConnectionManager connections(SenderSettings settings) {
        PoolingAsyncClientConnectionManager connections = new PoolingAsyncClientConnectionManager(
                new Dialling(settings), PoolConcurrencyPolicy.STRICT, PoolReusePolicy.LIFO, LONGEST_LIFE, false);
        connections.setMaxTotal(settings.attemptsAtOnce());
        connections.setDefaultMaxPerRoute(Math.min(settings.connectionsPerHost(), settings.attemptsAtOnce()));
        connections.setDefaultTlsConfig(Dialling.HTTP_1);
        connections.setDefaultConnectionConfig(
                ConnectionConfig.custom().setTimeToLive(LONGEST_LIFE).build());
        return connections;
    }

    /** @param trouble hears of what ends one of the client's threads, or would have */
    static CloseableHttpAsyncClient open(
            SenderSettings settings, PoolingAsyncClientConnectionManager connections, Consumer<Exception> trouble) {
        HttpRoutePlanner routes = settings.proxy()
                .<HttpRoutePlanner>map(Tunnels::new)
                .orElseGet(() -> new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE));
        CloseableHttpAsyncClient client = HttpAsyncClients.custom()
                .setConnectionManager(connections)
                .addRequestInterceptorFirst(
                        (request, entity, context) -> Exchange.of(context).writing())
                .setRoutePlanner(routes)
                .setUserAgent("Surehook/" + version())
                .setKeepAliveStrategy((response, context) -> LONGEST_IDLE)
                .setConnectionReuseStrategy(
                        (request, response, context) -> Exchange.of(context).keepsConnection()
                                && DefaultClientConnectionReuseStrategy.INSTANCE.keepAlive(request, response, context))
                // Received header values hold one character for each byte; so do the sent ones.
                .setCharCodingConfig(CharCodingConfig.custom()
                        .setCharset(StandardCharsets.ISO_8859_1)
                        .build())
                .setHttp1Config(Http1Config.custom()
                        .setMaxHeaderCount(500)
                        .setMaxLineLength(32 * 1_024)
                        .build())
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(
                                Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()))
                        // The clock of each attempt runs elsewhere; this closes what was left behind.
                        .setSoTimeout(Timeout.ofMinutes(3))
                        .setTcpNoDelay(true)
                        .build())
                .setIoReactorExceptionCallback(trouble::accept)
                .setThreadFactory(Threads.daemons("send"))
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
        client.start();
        return client;
    }

    private static String version() {
        String version = Clients.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }
}
