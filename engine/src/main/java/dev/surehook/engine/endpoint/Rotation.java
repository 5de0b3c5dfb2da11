package dev.surehook.engine.endpoint;

import java.time.Duration;
import java.util.function.IntFunction;

/**
 * A new secret for an endpoint.
 *
 * @param seal encrypts it, for the version that it gets
 * @param overlap how long the one before signs as well; zero for not at all
 * @param refusedInFlight whether it is refused while an attempt is under way
 */
public record Rotation(IntFunction<String> seal, Duration overlap, boolean refusedInFlight) {}
