package dev.surehook.server;

import dev.surehook.engine.Engine;
import dev.surehook.server.api.ApiKeyFilter;
import dev.surehook.server.api.LazyApiServlet;
import dev.surehook.server.api.ReplayFilter;
import dev.surehook.server.api.Sources;
import dev.surehook.server.health.HealthServlet;
import dev.surehook.server.health.UnworkedSources;
import dev.surehook.server.http.WebServers;
import dev.surehook.server.metrics.MetricsServlet;
import dev.surehook.server.sending.SendingSide;
import dev.surehook.server.settings.ServerSettings;
import dev.surehook.server.start.ApiKey;
import dev.surehook.spring.ingest.BodyBudget;
import dev.surehook.spring.ingest.IngestServlet;
import dev.surehook.spring.ingest.Intake;
import dev.surehook.spring.ingest.PublicUrls;
import dev.surehook.spring.observe.EngineMetrics;
import dev.surehook.spring.observe.Listeners;
import dev.surehook.spring.observe.StoreWatch;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.servlet.http.HttpServlet;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.context.support.DefaultLifecycleProcessor;

/** The web server and what it serves, as one Spring context. */
final class WebContext {
    /** How long running requests may take to end at shutdown: longer than a commit may take. */
    private static final Duration GRACE = Duration.ofSeconds(8);

    private static final int KEY_FILTER = 0;

    private WebContext() {}

    /** What the servlets need. */
    record Parts(
            ServerSettings settings,
            Engine engine,
            Sources sources,
            PublicUrls urls,
            BodyBudget bodies,
            Listeners listeners,
            EngineMetrics metrics,
            PrometheusMeterRegistry registry,
            StoreWatch watch,
            UnworkedSources unworked,
            SendingSide sending,
            ApiKey apiKey) {}

    static AnnotationConfigServletWebServerApplicationContext start(Parts parts) {
        AnnotationConfigServletWebServerApplicationContext context =
                new AnnotationConfigServletWebServerApplicationContext();
        context.registerBean(JettyServletWebServerFactory.class, () -> WebServers.of(parts.settings(), parts.engine()));
        context.registerBean(
                AbstractApplicationContext.LIFECYCLE_PROCESSOR_BEAN_NAME,
                DefaultLifecycleProcessor.class,
                WebContext::lifecycle);
        context.registerBean(Engine.class, parts::engine, definition -> definition.setDestroyMethodName(""));
        context.registerBean(Sources.class, parts::sources);
        context.registerBean(UnworkedSources.class, parts::unworked);
        context.registerBean(SendingSide.class, parts::sending, definition -> definition.setDestroyMethodName(""));
        context.registerBean(EngineMetrics.class, parts::metrics);
        context.registerBean(StoreWatch.class, parts::watch, definition -> definition.setDestroyMethodName(""));
        servlet(
                context,
                "ingest",
                new IngestServlet(Intake.of(parts.engine()), parts.urls(), parts.bodies(), parts.listeners()),
                "/in/*");
        servlet(
                context,
                "health",
                new HealthServlet(
                        parts.watch(),
                        parts.sending(),
                        () -> parts.engine().inbox().isAvailable(),
                        parts.settings().maxDueAge()),
                "/health/*");
        servlet(context, "metrics", new MetricsServlet(parts.registry()), "/metrics");
        servlet(context, "api", new LazyApiServlet(), "/api/*");
        context.registerBean("apiKey", FilterRegistrationBean.class, () -> keyFilter(parts));
        context.registerBean("replay", FilterRegistrationBean.class, () -> replayFilter(parts));
        context.refresh();
        return context;
    }

    private static void servlet(
            AnnotationConfigServletWebServerApplicationContext context, String name, HttpServlet servlet, String path) {
        context.registerBean(name, ServletRegistrationBean.class, () -> {
            ServletRegistrationBean<HttpServlet> registration = new ServletRegistrationBean<>(servlet, path);
            registration.setName(name);
            registration.setAsyncSupported(true);
            return registration;
        });
    }

    private static FilterRegistrationBean<ApiKeyFilter> keyFilter(Parts parts) {
        FilterRegistrationBean<ApiKeyFilter> registration = new FilterRegistrationBean<>(
                new ApiKeyFilter(parts.apiKey(), parts.sending().store().keys()));
        registration.setUrlPatterns(List.of("/api/*"));
        registration.setOrder(KEY_FILTER);
        return registration;
    }

    private static FilterRegistrationBean<ReplayFilter> replayFilter(Parts parts) {
        FilterRegistrationBean<ReplayFilter> registration = new FilterRegistrationBean<>(
                new ReplayFilter(parts.sending().store().answers()));
        registration.setUrlPatterns(List.of("/api/*"));
        // Behind it: what is kept is for who has the key.
        registration.setOrder(KEY_FILTER + 1);
        return registration;
    }

    private static DefaultLifecycleProcessor lifecycle() {
        DefaultLifecycleProcessor processor = new DefaultLifecycleProcessor();
        processor.setTimeoutPerShutdownPhase(GRACE.toMillis());
        return processor;
    }
}
