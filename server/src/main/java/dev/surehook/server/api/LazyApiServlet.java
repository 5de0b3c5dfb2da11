package dev.surehook.server.api;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;

/** Spring MVC for the API, made at the first call: a start without it is faster, and many servers never need it. */
public final class LazyApiServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private transient @Nullable DispatcherServlet api;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        dispatcher().service(request, response);
    }

    private synchronized DispatcherServlet dispatcher() throws ServletException {
        if (api == null) {
            AnnotationConfigWebApplicationContext context = new AnnotationConfigWebApplicationContext();
            context.register(ApiConfiguration.class);
            DispatcherServlet made = new DispatcherServlet(context);
            made.init(getServletConfig());
            api = made;
        }
        return api;
    }

    @Override
    public synchronized void destroy() {
        if (api != null) {
            api.destroy();
        }
    }
}
