package dev.surehook.server.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.endpoint.EndpointStore.Lane;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.engine.endpoint.PayloadFilter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint.
 *
 * @param clientIdentity the name of the certificate that is shown to the receiver
 * @param reason why it is not active
 * @param pausedUntil when a paused one goes on by itself
 * @param suspendedUntil while it rests after too many failures
 * @param secret in the answer that made the endpoint, and where the profile says so in that to who asks for it
 */
record EndpointView(
        String ref,
        String url,
        String name,
        List<String> types,
        @Nullable Map<String, List<String>> filter,
        Map<String, String> headers,
        LimitsView limits,
        @Nullable String clientIdentity,
        String status,
        @Nullable String reason,
        @Nullable Instant pausedUntil,
        @Nullable Instant suspendedUntil,
        @JsonProperty("failures_in_a_row") int failuresInARow,
        Instant createdAt,
        Instant updatedAt,
        @Nullable String secret) {

    record LimitsView(int concurrency, int perSecond, boolean inOrder) {
        static LimitsView of(LaneLimits limits) {
            return new LimitsView(limits.concurrency(), limits.perSecond(), limits.inOrder());
        }
    }

    record Page(List<EndpointView> endpoints, @Nullable String nextCursor) {}

    static EndpointView of(Endpoint endpoint, Lane lane, Instant now) {
        return of(endpoint, lane, now, null);
    }

    static EndpointView of(Endpoint endpoint, Lane lane, Instant now, @Nullable String secret) {
        EndpointStatus status = status(endpoint, now);
        boolean active = status == EndpointStatus.ACTIVE;
        return new EndpointView(
                endpoint.ref().value(),
                endpoint.draft().url(),
                endpoint.draft().name(),
                endpoint.draft().types(),
                endpoint.draft().filter().map(PayloadFilter::anyOf).orElse(null),
                new TreeMap<>(endpoint.draft().headers()),
                LimitsView.of(endpoint.draft().limits()),
                endpoint.draft().clientIdentity().orElse(null),
                status.label(),
                active ? null : endpoint.reason().orElse(null),
                active ? null : endpoint.pausedUntil().orElse(null),
                lane.suspendedUntil().orElse(null),
                lane.failuresInARow(),
                endpoint.createdAt(),
                endpoint.updatedAt(),
                secret);
    }

    /** A pause ends by itself, and nobody writes that down. */
    static EndpointStatus status(Endpoint endpoint, Instant now) {
        boolean over = endpoint.status() == EndpointStatus.PAUSED
                && endpoint.pausedUntil().map(until -> !until.isAfter(now)).orElse(false);
        return over ? EndpointStatus.ACTIVE : endpoint.status();
    }
}
