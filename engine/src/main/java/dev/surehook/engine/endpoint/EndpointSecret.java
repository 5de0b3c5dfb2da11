package dev.surehook.engine.endpoint;

import java.time.Instant;
import java.util.Optional;

/**
 * A signing secret of an endpoint, as it is kept.
 *
 * @param version from 1; the newest signs
 * @param sealed the encrypted text
 * @param notAfter until when an older one signs as well; nothing for the newest
 */
public record EndpointSecret(int version, String sealed, Instant createdAt, Optional<Instant> notAfter) {}
