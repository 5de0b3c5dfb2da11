package dev.surehook.spring.ingest;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What proxies say about the request that reached the first of them: RFC 7239's {@code Forwarded}, else the
 * {@code X-Forwarded-} headers. Of lists the first element counts.
 */
record Forwarded(Optional<String> proto, Optional<String> host, Optional<String> port) {
    static final Forwarded NOTHING = new Forwarded(Optional.empty(), Optional.empty(), Optional.empty());

    static Forwarded of(HttpServletRequest request) {
        Optional<String> standard = firstOf(request.getHeader("Forwarded"));
        if (standard.isPresent()) {
            return new Forwarded(
                    parameter(standard.get(), "proto"), parameter(standard.get(), "host"), Optional.empty());
        }
        return new Forwarded(
                firstOf(request.getHeader("X-Forwarded-Proto")),
                firstOf(request.getHeader("X-Forwarded-Host")),
                firstOf(request.getHeader("X-Forwarded-Port")));
    }

    private static Optional<String> firstOf(@Nullable String list) {
        if (list == null) {
            return Optional.empty();
        }
        int comma = list.indexOf(',');
        String first = (comma < 0 ? list : list.substring(0, comma)).strip();
        return first.isEmpty() ? Optional.empty() : Optional.of(first);
    }

    private static Optional<String> parameter(String element, String name) {
        for (String pair : element.split(";")) {
            int equals = pair.indexOf('=');
            if (equals > 0
                    && pair.substring(0, equals)
                            .strip()
                            .toLowerCase(Locale.ROOT)
                            .equals(name)) {
                String value = pair.substring(equals + 1).strip();
                boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
                return Optional.of(quoted ? value.substring(1, value.length() - 1) : value);
            }
        }
        return Optional.empty();
    }
}
