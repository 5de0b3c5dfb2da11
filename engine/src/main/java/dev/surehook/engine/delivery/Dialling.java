package dev.surehook.engine.delivery;

import dev.surehook.engine.tls.ClientIdentity;
import dev.surehook.engine.tls.Trust;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.nio.DefaultAsyncClientConnectionOperator;
import org.apache.hc.client5.http.nio.AsyncClientConnectionOperator;
import org.apache.hc.client5.http.nio.ManagedAsyncClientConnection;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.core5.concurrent.ComplexFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.net.NamedEndpoint;
import org.apache.hc.core5.reactor.ConnectionInitiator;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Makes the client's connections: each goes to addresses that were judged for it, tried in turn, and no name is looked up
 * anywhere else. Nothing here waits. Thread-safe.
 */
final class Dialling implements AsyncClientConnectionOperator {
    static final TlsConfig HTTP_1 =
            TlsConfig.custom().setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1).build();

    private final Trust trust;
    private final Map<String, ClientIdentity> identities;
    private final Map<Optional<String>, TlsStrategy> strategies = new ConcurrentHashMap<>();

    Dialling(SenderSettings settings) {
        this.trust = settings.trust();
        this.identities = settings.identities();
        // Now, because loading what the system trusts takes long enough to cost the first attempt its time.
        strategy(Optional.empty());
    }

    /** @param identity by its name; one that is there, which the exchange has seen to */
    private TlsStrategy strategy(Optional<String> identity) {
        return strategies.computeIfAbsent(
                identity,
                key -> ClientTlsStrategyBuilder.create()
                        .setSslContext(trust.context(key.flatMap(name -> Optional.ofNullable(identities.get(name)))))
                        // Both are named: a policy without a verifier checks no name at all.
                        .setHostVerificationPolicy(HostnameVerificationPolicy.BOTH)
                        .setHostnameVerifier(new DefaultHostnameVerifier())
                        .buildAsync());
    }

    @Override
    public Future<ManagedAsyncClientConnection> connect(
            ConnectionInitiator initiator,
            HttpHost host,
            @Nullable NamedEndpoint name,
            @Nullable SocketAddress localAddress,
            @Nullable Timeout connectTimeout,
            @Nullable Object attachment,
            HttpContext context,
            FutureCallback<ManagedAsyncClientConnection> callback) {
        Exchange exchange = Exchange.of(context);
        ComplexFuture<ManagedAsyncClientConnection> connection = new ComplexFuture<>(callback);
        Object ignored = exchange.addressesOf(host.getHostName()).whenComplete((addresses, fault) -> {
            if (fault instanceof Exception failure) {
                connection.failed(failure);
            } else {
                new Dial(exchange, initiator, host, context, connection, addresses).next(0);
            }
        });
        return connection;
    }

    /** Which client 5.6 calls; 5.5 the one above. */
    @Override
    public Future<ManagedAsyncClientConnection> connect(
            ConnectionInitiator initiator,
            HttpHost host,
            @Nullable Path unixDomainSocket,
            @Nullable NamedEndpoint name,
            @Nullable SocketAddress localAddress,
            @Nullable Timeout connectTimeout,
            @Nullable Object attachment,
            HttpContext context,
            FutureCallback<ManagedAsyncClientConnection> callback) {
        return connect(initiator, host, name, localAddress, connectTimeout, attachment, context, callback);
    }

    @Override
    public Future<ManagedAsyncClientConnection> connect(
            ConnectionInitiator initiator,
            HttpHost host,
            SocketAddress localAddress,
            Timeout connectTimeout,
            Object attachment,
            FutureCallback<ManagedAsyncClientConnection> callback) {
        throw new UnsupportedOperationException("the client was used without an exchange");
    }

    @Override
    public void upgrade(
            ManagedAsyncClientConnection connection,
            HttpHost host,
            @Nullable NamedEndpoint name,
            @Nullable Object attachment,
            HttpContext context,
            FutureCallback<ManagedAsyncClientConnection> callback) {
        Exchange exchange = Exchange.of(context);
        new Operator(strategy(exchange.request().way().identity()))
                .upgrade(connection, host, name, HTTP_1, context, callback);
    }

    @Override
    public void upgrade(ManagedAsyncClientConnection connection, HttpHost host, Object attachment) {
        throw new UnsupportedOperationException("the client was used without an exchange");
    }

    /** One connection in the making. */
    private final class Dial {
        private final Exchange exchange;
        private final ConnectionInitiator initiator;
        private final HttpHost host;
        private final HttpContext context;
        private final ComplexFuture<ManagedAsyncClientConnection> connection;
        private final List<InetAddress> addresses;
        private final Operator operator;

        Dial(
                Exchange exchange,
                ConnectionInitiator initiator,
                HttpHost host,
                HttpContext context,
                ComplexFuture<ManagedAsyncClientConnection> connection,
                List<InetAddress> addresses) {
            this.exchange = exchange;
            this.initiator = initiator;
            this.host = host;
            this.context = context;
            this.connection = connection;
            this.addresses = addresses;
            TlsStrategy strategy = strategy(exchange.request().way().identity());
            this.operator = new Operator(new Handshake(exchange, strategy));
        }

        void next(int index) {
            if (exchange.hasEnded()) {
                connection.failed(new UnknownHostException("given up"));
                return;
            }
            HttpHost address =
                    new HttpHost(host.getSchemeName(), addresses.get(index), host.getHostName(), host.getPort());
            Timeout limit = Timeout.of(exchange.request().timeouts().connect());
            TlsConfig tls = TlsConfig.copy(HTTP_1).setHandshakeTimeout(limit).build();
            Future<?> clock = exchange.after(exchange.request().timeouts().connect(), () -> {
                exchange.breakHandshakeOff();
                connection.failed(new ConnectTimeoutException("no connection in time"));
            });
            connection.setDependency(operator.connect(
                    initiator, address, null, null, limit, tls, context, new FutureCallback<>() {
                        @Override
                        public void completed(ManagedAsyncClientConnection made) {
                            clock.cancel(false);
                            if (!connection.completed(made)) {
                                made.close(CloseMode.IMMEDIATE);
                            }
                        }

                        @Override
                        public void failed(Exception fault) {
                            clock.cancel(false);
                            if (isOfTheAddress(fault) && index + 1 < addresses.size() && !connection.isDone()) {
                                next(index + 1);
                            } else {
                                connection.failed(
                                        fault instanceof SocketTimeoutException
                                                ? new ConnectTimeoutException("no connection in time")
                                                : fault);
                            }
                        }

                        @Override
                        public void cancelled() {
                            clock.cancel(false);
                            connection.cancel();
                        }
                    }));
        }
    }

    private static boolean isOfTheAddress(Exception fault) {
        return fault instanceof ConnectException
                || fault instanceof NoRouteToHostException
                || fault instanceof SocketTimeoutException;
    }

    /** Tells the exchange of a connection that it could not close otherwise, since the pool does not know it yet. */
    private record Handshake(Exchange exchange, TlsStrategy strategy) implements TlsStrategy {
        @Override
        public void upgrade(
                TransportSecurityLayer connection,
                NamedEndpoint endpoint,
                @Nullable Object attachment,
                Timeout timeout,
                FutureCallback<TransportSecurityLayer> callback) {
            exchange.shakingHands((ModalCloseable) connection);
            strategy.upgrade(connection, endpoint, attachment, timeout, callback);
        }

        @Override
        @SuppressWarnings("deprecation") // The interface still asks for it.
        public boolean upgrade(
                TransportSecurityLayer connection,
                HttpHost host,
                SocketAddress localAddress,
                SocketAddress remoteAddress,
                Object attachment,
                Timeout timeout) {
            throw new UnsupportedOperationException("the client calls the other form");
        }
    }

    /** The client's own, with the TLS of one connection, and without a way to look names up. */
    private static final class Operator extends DefaultAsyncClientConnectionOperator {
        Operator(TlsStrategy tls) {
            super(scheme -> scheme.equals("https") ? tls : null, null, NoNames.INSTANCE);
        }
    }

    private enum NoNames implements DnsResolver {
        INSTANCE;

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            throw new UnknownHostException("not judged");
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
