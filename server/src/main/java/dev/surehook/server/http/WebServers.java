package dev.surehook.server.http;

import dev.surehook.server.settings.ServerSettings;
import dev.surehook.server.settings.TlsSettings;
import dev.surehook.server.start.BadStart;
import java.lang.reflect.InvocationTargetException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.Ssl;

/** Jetty, with limits on everything that a client could draw out. */
public final class WebServers {
    private static final int MAX_CONNECTIONS = 10_000;
    private static final int MAX_HEAD_BYTES = 16 * 1024;
    private static final Duration IDLE = Duration.ofSeconds(30);
    /** Before virtual threads: as many requests as may wait for a commit at once, and some more. */
    private static final int PLATFORM_THREADS = 400;

    private WebServers() {}

    /** A factory for the web server of these settings. */
    public static JettyServletWebServerFactory of(ServerSettings settings) {
        JettyServletWebServerFactory factory = new JettyServletWebServerFactory(settings.port());
        if (!settings.host().isBlank()) {
            factory.setAddress(address(settings.host()));
        }
        if (settings.tls().isOn()) {
            factory.setSsl(ssl(settings.tls()));
        }
        factory.setThreadPool(threads());
        factory.setShutdown(Shutdown.GRACEFUL);
        factory.setRegisterDefaultServlet(false);
        factory.addConfigurations(new QuietContext());
        factory.addServerCustomizers(WebServers::limit);
        return factory;
    }

    private static InetAddress address(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw BadStart.usage("host \"" + host + "\" is not known here: set surehook.host to an address of this"
                    + " machine, or leave it out to listen on all");
        }
    }

    private static Ssl ssl(TlsSettings settings) {
        Ssl ssl = new Ssl();
        ssl.setCertificate(Path.of(settings.certificate()).toUri().toString());
        ssl.setCertificatePrivateKey(Path.of(settings.privateKey()).toUri().toString());
        return ssl;
    }

    private static QueuedThreadPool threads() {
        QueuedThreadPool pool = new QueuedThreadPool(PLATFORM_THREADS, 8);
        pool.setName("surehook-http");
        // From 24 on a virtual thread that waits inside 'synchronized' no longer holds its carrier.
        if (Runtime.version().feature() >= 24) {
            pool.setVirtualThreadsExecutor(virtualThreads());
            pool.setMaxThreads(50);
        }
        return pool;
    }

    /** By reflection, because the language level is 17. */
    private static Executor virtualThreads() {
        try {
            return (Executor)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (IllegalAccessException | InvocationTargetException | NoSuchMethodException e) {
            throw new LinkageError("this Java has no virtual threads although its version says so", e);
        }
    }

    private static void limit(Server server) {
        SlowConnections slow = new SlowConnections();
        server.addBean(slow);
        server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, server));
        server.setErrorHandler(new QuietErrors());
        for (Connector connector : server.getConnectors()) {
            limit((AbstractConnector) connector, slow);
        }
        StrictPaths strict = new StrictPaths();
        strict.setHandler(server.getHandler());
        server.setHandler(strict);
    }

    private static void limit(AbstractConnector connector, SlowConnections slow) {
        connector.addBean(slow, false);
        connector.setIdleTimeout(IDLE.toMillis());
        for (ConnectionFactory factory : connector.getConnectionFactories()) {
            if (factory instanceof HttpConfiguration.ConnectionFactory http) {
                HttpConfiguration configuration = http.getHttpConfiguration();
                configuration.setSendServerVersion(false);
                configuration.setSendXPoweredBy(false);
                configuration.setRequestHeaderSize(MAX_HEAD_BYTES);
                configuration.setResponseHeaderSize(MAX_HEAD_BYTES);
                // Odd paths get their 404 from StrictPaths instead of a parser's 400.
                configuration.setUriCompliance(UriCompliance.UNSAFE);
                letAnyNameIn(configuration);
            }
        }
    }

    /** A sender that comes by address or another name has checked the certificate itself; a 400 would lose its event. */
    private static void letAnyNameIn(HttpConfiguration configuration) {
        SecureRequestCustomizer secure = configuration.getCustomizer(SecureRequestCustomizer.class);
        if (secure != null) {
            secure.setSniHostCheck(false);
        }
    }
}
