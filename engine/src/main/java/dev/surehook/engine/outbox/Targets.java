package dev.surehook.engine.outbox;

import dev.surehook.engine.delivery.HttpSender.Outbound;
import dev.surehook.engine.delivery.HttpSender.Way;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointSecret;
import dev.surehook.engine.endpoint.EndpointStore;
import dev.surehook.engine.endpoint.EndpointStore.Target;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.profile.SendingProfile.Backlog;
import dev.surehook.engine.profile.SendingProfile.EditRules;
import dev.surehook.engine.target.TargetUrl;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.Signer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Endpoints, ready to be sent to: keys prepared, rules at hand. One is read anew when its version has changed, or when a
 * secret's time is over. Thread-safe.
 */
final class Targets {
    private final EndpointStore endpoints;
    private final Map<String, SendingProfile> profiles;
    private final Opener secrets;
    private final Map<Long, Prepared> known = new ConcurrentHashMap<>();

    /** Decrypts a secret. */
    @FunctionalInterface
    interface Opener {
        Secret open(Endpoint endpoint, EndpointSecret kept);
    }

    Targets(EndpointStore endpoints, Map<String, SendingProfile> profiles, Opener secrets) {
        this.endpoints = endpoints;
        this.profiles = Map.copyOf(profiles);
        this.secrets = secrets;
    }

    /**
     * One endpoint, for as long as nothing of it changes.
     *
     * @param until by the clock of {@link System#nanoTime()}, when a secret's time is over
     */
    record Prepared(Endpoint endpoint, SendingProfile profile, TargetUrl url, Signer signer, Optional<Long> until) {
        boolean isOver() {
            return until.isPresent() && System.nanoTime() - until.get() >= 0;
        }

        /** The request of an attempt, signed now. */
        Outbound request(DueDelivery delivery, Instant now) {
            DueDelivery.PublishedEvent event = delivery.event();
            List<Map.Entry<String, String>> headers = new ArrayList<>();
            headers.add(Map.entry("Content-Type", event.contentType()));
            endpoint.draft().headers().forEach((name, value) -> headers.add(Map.entry(name, value)));
            headers.addAll(signer.sign(event.id(), now, "POST", url.text(), event.body())
                    .lines());
            return new Outbound(
                    url,
                    headers,
                    event.body(),
                    profile.timeouts(),
                    new Way(profile.urls().ipv4Only(), endpoint.draft().clientIdentity()));
        }
    }

    /** Nothing when the endpoint is gone, or its delivery may be: then the attempt counts as lost when its time is over. */
    Optional<Prepared> of(DueDelivery delivery) {
        long number = delivery.ref().endpoint();
        Prepared kept = known.get(number);
        if (kept != null && kept.endpoint.version() == delivery.endpointVersion() && !kept.isOver()) {
            return Optional.of(kept);
        }
        Optional<Prepared> read = endpoints.target(number).map(this::prepared);
        read.ifPresentOrElse(prepared -> known.put(number, prepared), () -> known.remove(number));
        return read.filter(prepared -> !mayHaveEnded(delivery, prepared));
    }

    /** The endpoint was edited since the attempt began, and the edit may have ended this delivery. */
    private static boolean mayHaveEnded(DueDelivery delivery, Prepared target) {
        EditRules edits = target.profile.edits();
        return target.endpoint.version() != delivery.endpointVersion()
                && (edits.onNewUrl() == Backlog.CANCEL || edits.onRemovedType() == Backlog.CANCEL);
    }

    private Prepared prepared(Target target) {
        SendingProfile profile = profiles.get(target.profile());
        if (profile == null) {
            throw new IllegalStateException("account " + target.endpoint().account() + " has the profile "
                    + target.profile() + ", which this node does not know: configure it");
        }
        List<Secret> opened = target.secrets().stream()
                .map(kept -> secrets.open(target.endpoint(), kept))
                .toList();
        // The store's time is all nodes' time; this node's clock may say anything.
        long readAt = System.nanoTime();
        Optional<Long> until = target.secrets().stream()
                .flatMap(secret -> secret.notAfter().stream())
                .min(Instant::compareTo)
                .map(end -> readAt + Duration.between(target.at(), end).toNanos());
        return new Prepared(
                target.endpoint(),
                profile,
                TargetUrl.parse(target.endpoint().draft().url()),
                Signer.of(profile.provider(), opened),
                until);
    }
}
