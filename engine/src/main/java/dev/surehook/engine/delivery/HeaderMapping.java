package dev.surehook.engine.delivery;

import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.SignatureScheme;
import dev.surehook.signatures.TimestampRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Under which names the headers of a received event go on. In Surehook's form all stand behind a prefix; in a
 * provider's form its own headers keep their names, while what proxies and clients add, and signatures that are stale
 * by now, stand behind the prefix.
 */
final class HeaderMapping {
    static final String PREFIX = "Surehook-Original-";

    /**
     * Prefixed headers in all, names included. Many servers refuse requests whose head is over 8 KiB, and then the
     * event could never be delivered; providers send less than a quarter of this.
     */
    private static final int MOST_CHARACTERS = 4_000;

    /** Of the connection it came on, meant for somebody else, or set anew from the event. */
    private static final Set<String> NEVER = Set.of(
            "connection",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "http2-settings",
            "expect",
            "host",
            "content-length",
            "authorization",
            "cookie",
            "content-type",
            "content-encoding");

    /** Statements about the request that arrived, not about the one that goes out. */
    private static final Set<String> OF_THE_WAY = Set.of(
            "user-agent",
            "accept",
            "accept-encoding",
            "accept-language",
            "accept-charset",
            "forwarded",
            "via",
            "x-real-ip",
            "true-client-ip");

    private static final List<String> PREFIXES_OF_THE_WAY = List.of("x-forwarded-", "cf-", "surehook-");

    private final Predicate<String> keepsName;

    private HeaderMapping(Predicate<String> keepsName) {
        this.keepsName = keepsName;
    }

    static HeaderMapping of(ForwardForm form) {
        return form.fold(() -> new HeaderMapping(name -> false), HeaderMapping::forProvider);
    }

    private static HeaderMapping forProvider(Provider provider) {
        Set<String> signed = new HashSet<>();
        Set<String> numbered = new HashSet<>();
        for (SignatureScheme scheme : provider.schemes()) {
            scheme.idHeader().ifPresent(signed::add);
            if (scheme.timestamp() instanceof TimestampRule.InHeader inHeader) {
                signed.add(inHeader.header());
            }
            scheme.header()
                    .fold(
                            single -> signed.add(single.header()),
                            list -> signed.add(list.header()),
                            list -> signed.add(list.header()),
                            many -> numbered.add(many.headerPrefix()));
        }
        Set<String> exact = lower(signed);
        Set<String> prefixes = lower(numbered);
        return new HeaderMapping(
                name -> !exact.contains(name) && prefixes.stream().noneMatch(name::startsWith) && !isOfTheWay(name));
    }

    /** The lines to send, in order of arrival. */
    List<Map.Entry<String, String>> map(Headers original) {
        Set<String> nominated = nominatedByConnection(original);
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        int left = MOST_CHARACTERS;
        for (Map.Entry<String, String> line : original.lines()) {
            String name = line.getKey().toLowerCase(Locale.ROOT);
            if (!isForwardable(name, line.getValue()) || nominated.contains(name)) {
                continue;
            }
            if (keepsName.test(name)) {
                lines.add(line);
                continue;
            }
            int length = PREFIX.length() + name.length() + line.getValue().length();
            if (length <= left) {
                left -= length;
                lines.add(Map.entry(PREFIX + line.getKey(), line.getValue()));
            }
        }
        return lines;
    }

    private static boolean isForwardable(String name, String value) {
        return HeaderText.isName(name)
                && HeaderText.isValue(value)
                && !NEVER.contains(name)
                && !name.startsWith("proxy-");
    }

    private static Set<String> nominatedByConnection(Headers original) {
        Set<String> names = new HashSet<>();
        for (String value : original.values("Connection")) {
            for (String name : value.toLowerCase(Locale.ROOT).split(",")) {
                names.add(name.strip());
            }
        }
        return names;
    }

    private static boolean isOfTheWay(String name) {
        return OF_THE_WAY.contains(name) || PREFIXES_OF_THE_WAY.stream().anyMatch(name::startsWith);
    }

    private static Set<String> lower(Set<String> names) {
        Set<String> lower = new HashSet<>();
        names.forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
        return lower;
    }
}
