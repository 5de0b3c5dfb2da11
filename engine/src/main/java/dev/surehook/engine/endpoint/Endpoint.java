package dev.surehook.engine.endpoint;

import dev.surehook.engine.source.TypePatterns;
import java.time.Instant;
import java.util.Optional;

/**
 * A configured way out.
 *
 * @param draft what the owner said
 * @param reason why it is not active, for people
 * @param pausedUntil when a paused one goes on by itself; nothing for as long as the owner wants
 * @param version counts changes, from 1
 */
public record Endpoint(
        EndpointRef ref,
        AccountName account,
        EndpointDraft draft,
        EndpointStatus status,
        Optional<String> reason,
        Optional<Instant> pausedUntil,
        Instant createdAt,
        Instant updatedAt,
        long version) {

    /** Whether an event of {@code type} with this body is for it. */
    public boolean wants(String type, byte[] payload) {
        return TypePatterns.fits(draft.types(), type)
                && draft.filter().map(filter -> filter.accepts(payload)).orElse(true);
    }
}
