package dev.surehook.server.api;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.access.AccountKeyStore;
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

/** Lets in who has the API key, or one of an account, as {@code Authorization: Bearer …} or {@code X-API-Key}. */
public final class ApiKeyFilter extends HttpFilter {
    private static final long serialVersionUID = 1;
    private static final String BEARER = "bearer ";
    private static final byte[] PROBLEM = ("{\"title\":\"Unauthorized\",\"status\":401,"
                    + "\"detail\":\"send the API key as Authorization: Bearer KEY or as X-API-Key\"}")
            .getBytes(StandardCharsets.UTF_8);

    private static final byte[] UNAVAILABLE =
            "{\"title\":\"Service Unavailable\",\"status\":503,\"detail\":\"the store is not available\"}"
                    .getBytes(StandardCharsets.UTF_8);

    private final transient ApiKey key;
    private final transient AccountKeyStore accountKeys;

    public ApiKeyFilter(ApiKey key, AccountKeyStore accountKeys) {
        this.key = key;
        this.accountKeys = accountKeys;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        Optional<Caller> caller;
        try {
            caller = offered(request).flatMap(this::caller);
        } catch (StoreUnavailable e) {
            response.setHeader("Retry-After", "5");
            answer(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, UNAVAILABLE);
            return;
        }
        if (caller.isPresent()) {
            caller.get().attachTo(request);
            chain.doFilter(request, response);
            return;
        }
        response.setHeader("WWW-Authenticate", "Bearer");
        answer(response, HttpServletResponse.SC_UNAUTHORIZED, PROBLEM);
    }

    private static void answer(HttpServletResponse response, int status, byte[] problem) throws IOException {
        response.setStatus(status);
        response.setContentType("application/problem+json");
        response.getOutputStream().write(problem);
    }

    /** A key of an account is looked for each time: one that was revoked opens nothing, at any node. */
    private Optional<Caller> caller(String offered) {
        if (key.matches(offered)) {
            return Optional.of(Caller.OPERATOR);
        }
        return ApiKey.mayBeOfAccount(offered)
                ? accountKeys.owner(ApiKey.sha256(offered)).map(account -> new Caller(Optional.of(account)))
                : Optional.empty();
    }

    /** The key that was sent. */
    static Optional<String> offered(HttpServletRequest request) {
        String authorization = request.getHeader("Authorization");
        if (authorization != null && authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
            return Optional.of(authorization.substring(BEARER.length()).strip());
        }
        return Optional.ofNullable(request.getHeader("X-API-Key")).map(String::strip);
    }
}
