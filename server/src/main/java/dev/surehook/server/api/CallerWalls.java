package dev.surehook.server.api;

import dev.surehook.engine.endpoint.AccountName;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Keeps an account's key to what lies under its own account: another account looks like one that is not there, and what
 * is no account's is the operator's.
 */
final class CallerWalls implements HandlerInterceptor {

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        Optional<AccountName> caller = Caller.of(request).account();
        if (caller.isEmpty() || isForEverybody(handler)) {
            return true;
        }
        String asked = accountOf(request).orElseThrow(Forbidden::new);
        if (!asked.equals(caller.get().value())) {
            throw NoSuch.account();
        }
        return true;
    }

    private static boolean isForEverybody(Object handler) {
        return handler instanceof HandlerMethod method && method.getBeanType() == OpenApiController.class;
    }

    /** As the route's own pattern took it from the path, so that no spelling of a path is read in two ways. */
    private static Optional<String> accountOf(HttpServletRequest request) {
        return request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> variables
                ? Optional.ofNullable(variables.get("account")).map(String::valueOf)
                : Optional.empty();
    }

    /** The key is good, and not for this. */
    static final class Forbidden extends RuntimeException {
        private static final long serialVersionUID = 1;

        Forbidden() {
            super("the key is good for its account only, and this is for the operator's");
        }
    }
}
