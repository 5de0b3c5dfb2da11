package dev.surehook.server.api;

import dev.surehook.server.start.ApiKey;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Lets in who has the API key, as {@code Authorization: Bearer …} or {@code X-API-Key}. */
public final class ApiKeyFilter extends HttpFilter {
    private static final long serialVersionUID = 1;
    private static final String BEARER = "bearer ";
    private static final byte[] PROBLEM = ("{\"title\":\"Unauthorized\",\"status\":401,"
                    + "\"detail\":\"send the API key as Authorization: Bearer KEY or as X-API-Key\"}")
            .getBytes(StandardCharsets.UTF_8);

    private final transient ApiKey key;

    public ApiKeyFilter(ApiKey key) {
        this.key = key;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        if (offered(request).filter(key::matches).isPresent()) {
            chain.doFilter(request, response);
            return;
        }
        response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        response.setHeader("WWW-Authenticate", "Bearer");
        response.setContentType("application/problem+json");
        response.getOutputStream().write(PROBLEM);
    }

    private static Optional<String> offered(HttpServletRequest request) {
        String authorization = request.getHeader("Authorization");
        if (authorization != null && authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            return Optional.of(authorization.substring(BEARER.length()).strip());
        }
        return Optional.ofNullable(request.getHeader("X-API-Key")).map(String::strip);
    }
}
