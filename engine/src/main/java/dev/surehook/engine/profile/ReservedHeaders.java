package dev.surehook.engine.profile;

import dev.surehook.signatures.Provider;
import dev.surehook.signatures.SignatureHeader;
import dev.surehook.signatures.SignatureScheme;
import dev.surehook.signatures.TimestampRule;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The header names that a sender keeps to itself: those of the signature, and those that frame the request. */
final class ReservedHeaders {
    private static final Set<String> OF_HTTP = Set.of(
            "host",
            "content-length",
            "content-type",
            "content-encoding",
            "content-range",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "te",
            "trailer",
            "upgrade",
            "expect",
            "http2-settings",
            "user-agent");

    /** Ours, those of Standard Webhooks under any profile, and what is meant for a proxy on the way. */
    private static final List<String> PREFIXES = List.of("surehook-", "webhook-", "proxy-");

    private final Set<String> names = new HashSet<>(OF_HTTP);
    private final Set<String> prefixes = new HashSet<>(PREFIXES);

    ReservedHeaders(Provider provider) {
        provider.schemes().forEach(this::add);
        provider.identity().idHeaderThatMustEqualBodyId().ifPresent(this::add);
    }

    boolean has(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return names.contains(lower) || prefixes.stream().anyMatch(lower::startsWith);
    }

    private void add(SignatureScheme scheme) {
        scheme.idHeader().ifPresent(this::add);
        if (scheme.timestamp() instanceof TimestampRule.InHeader timestamp) {
            add(timestamp.header());
        }
        if (scheme.header() instanceof SignatureHeader.Numbered numbered) {
            prefixes.add(numbered.headerPrefix().toLowerCase(Locale.ROOT));
        } else {
            add(scheme.header()
                    .fold(
                            SignatureHeader.Single::header,
                            SignatureHeader.KeyValueList::header,
                            SignatureHeader.SpaceList::header,
                            SignatureHeader.Numbered::headerPrefix));
        }
    }

    private void add(String name) {
        names.add(name.toLowerCase(Locale.ROOT));
    }
}
