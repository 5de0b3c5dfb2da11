package dev.surehook.server.api;

import dev.surehook.engine.endpoint.AccountName;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * Who calls the API.
 *
 * @param account whose key was sent; nothing for the operator's key, which is good for everything
 */
record Caller(Optional<AccountName> account) {
    static final Caller OPERATOR = new Caller(Optional.empty());

    private static final String ATTRIBUTE = Caller.class.getName();

    void attachTo(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /** @throws IllegalStateException when nobody asked for a key */
    static Caller of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Caller caller) {
            return caller;
        }
        throw new IllegalStateException("a request came past the filter that asks for a key");
    }
}
