package dev.surehook.server.http;

import org.eclipse.jetty.ee11.webapp.AbstractConfiguration;
import org.eclipse.jetty.ee11.webapp.WebAppContext;

/** Gives the servlet context its error handler, after the one that would show pages was set. */
final class QuietContext extends AbstractConfiguration {
    QuietContext() {
        super(new Builder());
    }

    @Override
    public void configure(WebAppContext context) {
        context.setErrorHandler(new QuietErrors());
    }
}
