package dev.surehook.spring;

import dev.surehook.spring.ingest.IngestServlet;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;

/** Answers webhooks before any filter of the application sees them: they are checked by their signature alone. */
final class IngestFilter implements Filter {
    private final IngestServlet servlet;

    IngestFilter(IngestServlet servlet) {
        this.servlet = servlet;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        servlet.service(request, response);
    }
}
