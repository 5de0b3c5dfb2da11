package dev.surehook.server.http;

import dev.surehook.engine.Engine;
import dev.surehook.server.settings.ServerSettings;
import dev.surehook.server.settings.TlsSettings;
import dev.surehook.server.start.BadStart;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.Shutdown;
import org.springframework.boot.web.server.Ssl;

/** Jetty, with limits on everything that a client could draw out. */
public final class WebServers {
    private static final int MAX_CONNECTIONS = 10_000;
    private static final int MAX_HEAD_BYTES = 16 * 1024;
    private static final Duration IDLE = Duration.ofSeconds(30);

    private WebServers() {}

    /** A factory for the web server of these settings. */
    public static JettyServletWebServerFactory of(ServerSettings settings, Engine engine) {
        Answering answering = new Answering();
        HttpThreads threads = HttpThreads.of(answering);
        JettyServletWebServerFactory factory = new JettyServletWebServerFactory(settings.port());
        if (!settings.host().isBlank()) {
            factory.setAddress(address(settings.host()));
        }
        if (settings.tls().isOn()) {
            factory.setSsl(ssl(settings.tls()));
        }
        factory.setThreadPool(threads);
        factory.setShutdown(Shutdown.GRACEFUL);
        factory.setRegisterDefaultServlet(false);
        factory.addConfigurations(new QuietContext());
        factory.addServerCustomizers(server -> {
            server.addBean(answering);
            // The usual webhook goes by the next two: it has a length and was read to its end.
            putBefore(server, new PlainTransfers());
            putBefore(server, new LingeringRefusals());
            putBefore(server, new DirectIntake(engine, answering, threads.forBlocking()));
            limit(server);
        });
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

    private static void limit(Server server) {
        SlowConnections slow = new SlowConnections();
        server.addBean(slow);
        server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, server));
        server.setErrorHandler(new QuietErrors());
        for (Connector connector : server.getConnectors()) {
            limit((AbstractConnector) connector, slow);
        }
        putBefore(server, new StrictPaths());
    }

    private static void putBefore(Server server, Handler.Wrapper handler) {
        handler.setHandler(server.getHandler());
        server.setHandler(handler);
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
