package dev.surehook.engine.source;

import java.util.List;
import java.util.Optional;

/**
 * How a source's requests are read.
 *
 * @param maxBodyBytes the largest body, on the wire and decompressed
 * @param json whether the body must be JSON
 * @param types patterns of wanted types ({@code whatsapp.*}); empty means all. Others are stored as ignored
 * @param handled patterns of the types that something works off; empty means all. Others are stored as ignored
 * @param ignoreReason set when nothing works this source's events off: they are stored as ignored with this reason
 */
public record IntakeRules(
        int maxBodyBytes,
        SignedForm signedForm,
        boolean json,
        WithoutId withoutId,
        List<String> types,
        List<String> handled,
        Optional<String> ignoreReason) {

    /** 1 MiB, as YCloud's guide sets it. */
    public static final int DEFAULT_MAX_BODY_BYTES = 1_048_576;

    public IntakeRules {
        types = List.copyOf(types);
        handled = List.copyOf(handled);
        if (maxBodyBytes < 1 || maxBodyBytes > 100 * 1024 * 1024) {
            throw new IllegalArgumentException(
                    "the body limit lies between 1 byte and 100 MiB, not at " + maxBodyBytes);
        }
    }

    /** Why an event of {@code type} is stored as ignored, or nothing when it is to be worked off. */
    public Optional<String> reasonToIgnore(String type) {
        if (isOutside(types, type)) {
            return Optional.of("type not wanted by this source");
        }
        if (ignoreReason.isEmpty() && isOutside(handled, type)) {
            return Optional.of("no handler takes this type");
        }
        return ignoreReason;
    }

    private static boolean isOutside(List<String> patterns, String type) {
        return !patterns.isEmpty() && patterns.stream().noneMatch(pattern -> matches(pattern, type));
    }

    /**
     * Whether {@code type} fits {@code pattern}, in which {@code *} stands for any run of characters. The last star takes
     * up the slack: an earlier one never has to be tried again, so the time is bounded by the product of the lengths.
     */
    public static boolean matches(String pattern, String type) {
        int p = 0;
        int t = 0;
        int star = -1;
        int resume = 0;
        while (t < type.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = t;
            } else if (p < pattern.length() && pattern.charAt(p) == type.charAt(t)) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
