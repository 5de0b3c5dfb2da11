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
 * @param lanes the queues beside the source's default one
 */
public record IntakeRules(
        int maxBodyBytes,
        SignedForm signedForm,
        boolean json,
        WithoutId withoutId,
        List<String> types,
        List<String> handled,
        Optional<String> ignoreReason,
        Lanes lanes) {

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

    /** With the default lane only. */
    public IntakeRules(
            int maxBodyBytes,
            SignedForm signedForm,
            boolean json,
            WithoutId withoutId,
            List<String> types,
            List<String> handled,
            Optional<String> ignoreReason) {
        this(maxBodyBytes, signedForm, json, withoutId, types, handled, ignoreReason, Lanes.NONE);
    }

    public IntakeRules with(Lanes others) {
        return new IntakeRules(maxBodyBytes, signedForm, json, withoutId, types, handled, ignoreReason, others);
    }

    /** Where an event of {@code type} goes. */
    public Route route(String type) {
        return new Route(ignored(type), lanes.of(type), maxBodyBytes);
    }

    private Optional<String> ignored(String type) {
        if (!TypePatterns.fits(types, type)) {
            return Optional.of("type not wanted by this source");
        }
        if (ignoreReason.isEmpty() && !TypePatterns.fits(handled, type)) {
            return Optional.of("no handler takes this type");
        }
        return ignoreReason;
    }
}
