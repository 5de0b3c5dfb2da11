package dev.surehook.engine.delivery;

import dev.surehook.engine.delivery.HttpSender.Way;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.DefaultSchemePortResolver;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
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
 * more), and is checked before use unless its host is among the {@link SteadyHosts}. What remains is a close that is on
 * its way while the request is being written; that attempt fails and the schedule repeats it.
 */
final class Clients {
    static final TimeValue LONGEST_IDLE = TimeValue.ofSeconds(1);

    /** So that a busy connection follows its host to another address some day. */
    private static final TimeValue LONGEST_LIFE = TimeValue.ofMinutes(1);

    private Clients() {}

    static PoolingHttpClientConnectionManager connections(SenderSettings settings, Way way) {
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(settings.attemptsAtOnce())
                .setMaxConnPerRoute(Math.min(settings.connectionsPerHost(), settings.attemptsAtOnce()))
                // Behind a proxy the only host that a socket goes to is the operator's own.
                .setDnsResolver(settings.proxy().isPresent() ? SystemDefaultDnsResolver.INSTANCE : new JudgedNames())
                .setTlsSocketStrategy(ClientTlsStrategyBuilder.create()
                        .setSslContext(settings.trust()
                                .context(way.identity()
                                        .map(name -> Objects.requireNonNull(
                                                settings.identities().get(name), "asked for before"))))
                        // Both are named: a policy without a verifier checks no name at all.
                        .setHostVerificationPolicy(HostnameVerificationPolicy.BOTH)
                        .setHostnameVerifier(new DefaultHostnameVerifier())
                        .buildClassic())
                .setConnectionConfigResolver(route -> connectionRules())
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

    /** Those of the exchange whose thread asks; without one, an idle connection is being looked at. */
    private static ConnectionConfig connectionRules() {
        ConnectionConfig.Builder rules = ConnectionConfig.custom()
                .setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
                .setTimeToLive(LONGEST_LIFE);
        Exchange.currentIfAny().ifPresent(exchange -> {
            rules.setConnectTimeout(Timeout.of(exchange.request().timeouts().connect()));
            if (exchange.steadyHosts().contains(exchange.origin())) {
                rules.setValidateAfterInactivity(TimeValue.of(SteadyHosts.MOMENT));
            }
        });
        return rules.build();
    }

    static CloseableHttpClient open(SenderSettings settings, PoolingHttpClientConnectionManager connections) {
        HttpRoutePlanner routes = settings.proxy()
                .<HttpRoutePlanner>map(Tunnels::new)
                .orElseGet(() -> new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE));
        return HttpClients.custom()
                .setConnectionManager(connections)
                .setRequestExecutor(new GuardedExecutor(settings.proxy().flatMap(ForwardProxy::login)))
                .setRoutePlanner(routes)
                .setUserAgent("Surehook/" + version())
                .setKeepAliveStrategy((response, context) -> LONGEST_IDLE)
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .disableConnectionState()
                .build();
    }

    private static String version() {
        String version = Clients.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }
}
