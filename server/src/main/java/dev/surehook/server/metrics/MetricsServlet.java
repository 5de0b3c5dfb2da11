package dev.surehook.server.metrics;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code /metrics} in Prometheus' text format. */
public final class MetricsServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final transient PrometheusMeterRegistry registry;

    public MetricsServlet(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType(TEXT);
        registry.scrape(response.getOutputStream(), TEXT);
    }
}
