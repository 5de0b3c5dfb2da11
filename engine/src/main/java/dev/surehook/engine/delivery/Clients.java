package dev.surehook.engine.delivery;

import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Sets the HTTP client up so that it does what it is told and no more: HTTP/1.1, no redirect, retry, cookie,
 * authentication, decompression, protocol upgrade or proxy of its own.
 *
 * <p>Connections are kept, and a server may close one while it idles. Such a connection must not cost an attempt, and a
 * request that was written to it must not be repeated blindly, because nobody can tell whether it was read. So both
 * ends of the problem are kept small: a connection idles for a second at most, less than common servers allow (2 s and
 * more), and is checked before each use, which costs a millisecond of waiting. What remains is a close that is on its
 * way while the request is being written; that attempt fails and the schedule repeats it.
 */
final class Clients {
    private static final TimeValue LONGEST_IDLE = TimeValue.ofSeconds(1);

    private Clients() {}

    static CloseableHttpClient open(ForwardTarget target, int connections, NameLookup.Names names) {
        return HttpClients.custom()
                .setConnectionManager(connections(target, connections, names))
                .setDefaultRequestConfig(requestRules(target))
                .setRoutePlanner(new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE))
                .setUserAgent("Surehook/" + version())
                .setKeepAliveStrategy((response, context) -> LONGEST_IDLE)
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .disableConnectionState()
                .evictExpiredConnections()
                .build();
    }

    private static HttpClientConnectionManager connections(ForwardTarget target, int most, NameLookup.Names names) {
        Timeout connect = Timeout.of(target.connectTimeout());
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(most)
                .setMaxConnPerRoute(most)
                .setDnsResolver(new NameLookup(names))
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(connect)
                        .setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
                        .build())
                .setDefaultSocketConfig(
                        SocketConfig.custom().setTcpNoDelay(true).build())
                .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                        // Received header values hold one character for each byte; so do the sent ones.
                        .charCodingConfig(CharCodingConfig.custom()
                                .setCharset(StandardCharsets.ISO_8859_1)
                                .build())
                        .http1Config(Http1Config.custom()
                                .setMaxHeaderCount(500)
                                .setMaxLineLength(32 * 1_024)
                                .build())
                        .build())
                .build();
    }

    private static RequestConfig requestRules(ForwardTarget target) {
        Timeout total = Timeout.of(target.totalTimeout());
        return RequestConfig.custom()
                .setConnectionRequestTimeout(total)
                // The clock of the whole attempt runs elsewhere; this ends the read of a thread that was left behind.
                .setResponseTimeout(Timeout.of(target.totalTimeout().plusSeconds(1)))
                .setRedirectsEnabled(false)
                .setAuthenticationEnabled(false)
                .setExpectContinueEnabled(false)
                .setContentCompressionEnabled(false)
                .setProtocolUpgradeEnabled(false)
                .setHardCancellationEnabled(true)
                .build();
    }

    private static String version() {
        String version = Clients.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }
}
