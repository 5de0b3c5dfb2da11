package dev.surehook.server.api;

import dev.surehook.engine.endpoint.Endpoint;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Versions of endpoints as entity tags (RFC 9110). */
final class EntityTag {
    static final String IF_MATCH = "If-Match";

    private EntityTag() {}

    static String of(Endpoint endpoint) {
        return "\"" + endpoint.version() + "\"";
    }

    /** Whether the caller said which version the request is about. */
    static boolean isAsked(HttpServletRequest request) {
        return asked(request).isPresent();
    }

    /** Whether the request is about this version; it is when it does not say. A weak tag is nobody's. */
    static boolean fits(HttpServletRequest request, Endpoint endpoint) {
        return asked(request)
                .map(tags -> tags.contains("*") || tags.contains(of(endpoint)))
                .orElse(true);
    }

    private static Optional<List<String>> asked(HttpServletRequest request) {
        List<String> tags = new ArrayList<>();
        for (String line : Collections.list(request.getHeaders(IF_MATCH))) {
            for (String tag : line.split(",")) {
                tags.add(tag.strip());
            }
        }
        return tags.isEmpty() ? Optional.empty() : Optional.of(tags);
    }
}
