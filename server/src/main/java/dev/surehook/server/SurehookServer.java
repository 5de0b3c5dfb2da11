package dev.surehook.server;

import dev.surehook.engine.Engine;
import dev.surehook.engine.delivery.Forwarder;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.Source;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.work.EventHandler;
import dev.surehook.engine.work.SideBySide;
import dev.surehook.server.api.Sources;
import dev.surehook.server.health.UnworkedSources;
import dev.surehook.server.profile.SendingProfiles;
import dev.surehook.server.sending.SendingSide;
import dev.surehook.server.settings.ServerSettings;
import dev.surehook.server.settings.UnknownVariables;
import dev.surehook.server.source.ConfiguredSource;
import dev.surehook.server.source.SourceCatalogue;
import dev.surehook.server.start.ApiKey;
import dev.surehook.server.start.BadStart;
import dev.surehook.server.start.DataFolder;
import dev.surehook.server.start.ForwardSecret;
import dev.surehook.server.start.SealingKeyFile;
import dev.surehook.server.start.StartLines;
import dev.surehook.server.start.TlsFiles;
import dev.surehook.server.start.WebServerFailure;
import dev.surehook.spring.ingest.BodyBudget;
import dev.surehook.spring.ingest.PublicUrls;
import dev.surehook.spring.observe.BacklogMetrics;
import dev.surehook.spring.observe.EngineLog;
import dev.surehook.spring.observe.EngineMetrics;
import dev.surehook.spring.observe.Listeners;
import dev.surehook.spring.observe.StoreWatch;
import dev.surehook.spring.target.WayOut;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.PrintStream;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;

/** The running server. Whatever was opened is closed in reverse, also when the start fails half-way. Thread-safe. */
public final class SurehookServer implements AutoCloseable {
    /** How long running attempts of both directions may take to end at shutdown; what does not end is begun again later. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final ServerSettings settings;
    private final PrintStream out;
    private final InstantSource clock = Clock.systemUTC();
    private int port;

    private SurehookServer(ServerSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /**
     * Starts everything; returns when requests are taken.
     *
     * @param environment where secrets are looked up
     * @param out for the lines that a person wants to see at a start
     * @throws BadStart with one line, when something has to be changed first
     */
    public static SurehookServer start(ServerSettings settings, Map<String, String> environment, PrintStream out) {
        SurehookServer server = new SurehookServer(settings, out);
        try {
            server.open(environment);
            return server;
        } catch (RuntimeException | Error e) {
            server.close();
            if (e instanceof StartFailure failure) {
                throw BadStart.environment(String.valueOf(failure.getMessage()));
            }
            throw e;
        }
    }

    public int port() {
        return port;
    }

    /** How this machine reaches the server. */
    public URI url() {
        String host = settings.host().isBlank() || settings.host().equals("0.0.0.0") ? "127.0.0.1" : settings.host();
        return URI.create((settings.tls().isOn() ? "https" : "http") + "://"
                + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port);
    }

    private void open(Map<String, String> environment) {
        Optional<DataFolder> folder = settings.database().isEmbedded()
                ? Optional.of(DataFolder.open(settings.dataFolder()))
                : Optional.empty();
        WayOut wayOut = wayOut();
        StartLines.warn(out, check(environment, folder, wayOut));
        ApiKey apiKey = ApiKey.of(settings);
        Store store = opened(Stores.open(settings, folder, clock));
        List<ConfiguredSource> sources =
                new SourceCatalogue(environment, new ForwardSecret(settings, folder, store, out)).of(settings);
        PublicUrls urls = publicUrls(sources);
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        opened.push(registry::close);
        EngineMetrics metrics = new EngineMetrics(registry);
        Listeners listeners = new Listeners(List.of(metrics, new EngineLog()));
        List<Source> engineSources =
                sources.stream().map(ConfiguredSource::source).toList();
        Map<SourceName, EventHandler> forwarders = forwarders(sources);
        List<Runnable> graceful = new ArrayList<>();
        opened.push(() -> SideBySide.run(graceful));
        Engine engine = Engine.start(store, engineSources, forwarders, clock, listeners);
        graceful.add(() -> engine.close(GRACE));
        SendingSide sending = new SendingSide(new SendingSide.Parts(
                store,
                SendingProfiles.of(settings),
                wayOut,
                new SealingKeyFile(settings, folder, out),
                listeners,
                registry,
                clock,
                GRACE));
        graceful.add(sending::close);
        // Here, and not only in the watch: without a key for what is there the start must fail.
        sending.look();
        UnworkedSources unworked =
                new UnworkedSources(engineSources.stream().map(Source::name).toList(), forwarders.keySet());
        StoreWatch watch = opened(StoreWatch.start(store, clock, (backlog, log) -> {
            unworked.look(backlog, log);
            sending.look();
        }));
        BodyBudget bodies = BodyBudget.ofHeap();
        BacklogMetrics.register(registry, watch, forwarders.keySet());
        unworked.whenSeen(source -> BacklogMetrics.register(registry, watch, source));
        BacklogMetrics.register(registry, engine::attemptsInFlight, bodies::taken);
        AnnotationConfigServletWebServerApplicationContext web = web(new WebContext.Parts(
                settings,
                engine,
                new Sources(sources),
                urls,
                bodies,
                listeners,
                metrics,
                registry,
                watch,
                unworked,
                sending,
                apiKey));
        opened.push(web);
        port = Objects.requireNonNull(web.getWebServer()).getPort();
        // Only now, when the start has succeeded: see there.
        apiKey.settle(store, out);
        StartLines.print(out, Stores.place(settings, folder), url(), sources);
    }

    /** Everything that was written is looked at before a database is opened or a secret made. */
    private List<String> check(Map<String, String> environment, Optional<DataFolder> folder, WayOut wayOut) {
        List<String> warnings = new ArrayList<>(UnknownVariables.warnings(environment));
        if (settings.sources().isEmpty()) {
            warnings.add(
                    "no source is configured, so this server only sends; to receive, add --source ycloud (or another"
                            + " provider), or sources in a file for --config");
        }
        folder.ifPresent(embedded -> warnings.addAll(embedded.warnings()));
        publicUrls(new SourceCatalogue(environment, () -> ForwardSecret.forChecking(settings)).of(settings));
        SendingProfiles.of(settings);
        SealingKeyFile.forChecking(settings);
        warnings.addAll(wayOut.warnings());
        if (settings.tls().isOn()) {
            warnings.addAll(TlsFiles.check(settings.tls(), clock.instant()));
        }
        return warnings;
    }

    private WayOut wayOut() {
        try {
            return WayOut.of("surehook.targets", settings.targets(), clock.instant());
        } catch (IllegalArgumentException e) {
            throw BadStart.usage(String.valueOf(e.getMessage()));
        }
    }

    private AnnotationConfigServletWebServerApplicationContext web(WebContext.Parts parts) {
        try {
            return WebContext.start(parts);
        } catch (RuntimeException e) {
            throw WebServerFailure.explained(e, settings);
        }
    }

    private PublicUrls publicUrls(List<ConfiguredSource> sources) {
        Map<String, String> configured = new HashMap<>();
        sources.forEach(source -> source.publicUrl()
                .ifPresent(url -> configured.put(source.source().name().value(), url)));
        try {
            return new PublicUrls(configured, settings.trustedProxies());
        } catch (IllegalArgumentException e) {
            throw BadStart.usage("surehook." + e.getMessage());
        }
    }

    private Map<SourceName, EventHandler> forwarders(List<ConfiguredSource> sources) {
        Map<SourceName, EventHandler> forwarders = new LinkedHashMap<>();
        for (ConfiguredSource configured : sources) {
            SourceName name = configured.source().name();
            configured.target().ifPresent(target -> {
                try {
                    int concurrency = configured.source().work().concurrency();
                    forwarders.put(name, opened(Forwarder.open(target, concurrency, clock)));
                } catch (IllegalArgumentException e) {
                    throw BadStart.usage("source " + name + ": " + e.getMessage());
                }
            });
        }
        return forwarders;
    }

    private <T extends AutoCloseable> T opened(T part) {
        opened.push(part);
        return part;
    }

    /** Stops taking requests, ends those that run, lets attempts end, closes the store. */
    @Override
    public synchronized void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                org.slf4j.LoggerFactory.getLogger("surehook").warn("closing failed", e);
            }
        }
    }
}
