package dev.surehook.engine.source;

import java.util.List;
import java.util.Optional;

/**
 * How a source's requests are read.
 *
 * @param maxBodyBytes the largest body, on the wire and decompressed
 * @param json whether the body must be JSON
 * @param types patterns of wanted types ({@code whatsapp.*}); empty means all. Others are stored as ignored
 * @param ignoreReason set when nothing works this source's events off: they are stored as ignored with this reason
 */
public record IntakeRules(
        int maxBodyBytes,
        SignedForm signedForm,
        boolean json,
        WithoutId withoutId,
        List<String> types,
        Optional<String> ignoreReason) {

    /** 1 MiB, as YCloud's guide sets it. */
    public static final int DEFAULT_MAX_BODY_BYTES = 1_048_576;

    public IntakeRules {
        types = List.copyOf(types);
        if (maxBodyBytes < 1 || maxBodyBytes > 100 * 1024 * 1024) {
            throw new IllegalArgumentException(
                    "the body limit lies between 1 byte and 100 MiB, not at " + maxBodyBytes);
        }
    }

    /** Why an event of {@code type} is stored as ignored, or nothing when it is to be worked off. */
    public Optional<String> reasonToIgnore(String type) {
        if (!types.isEmpty() && types.stream().noneMatch(pattern -> matches(pattern, type))) {
            return Optional.of("type not wanted by this source");
        }
        return ignoreReason;
    }

    /** Whether {@code type} fits {@code pattern}, in which {@code *} stands for any run of characters. */
    static boolean matches(String pattern, String type) {
        int star = pattern.indexOf('*');
        if (star < 0) {
            return pattern.equals(type);
        }
        String head = pattern.substring(0, star);
        if (!type.startsWith(head)) {
            return false;
        }
        String rest = pattern.substring(star + 1);
        for (int from = head.length(); from <= type.length(); from++) {
            if (matches(rest, type.substring(from))) {
                return true;
            }
        }
        return false;
    }
}
