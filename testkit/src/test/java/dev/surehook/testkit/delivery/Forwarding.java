package dev.surehook.testkit.delivery;

import dev.surehook.engine.delivery.ForwardForm;
import dev.surehook.engine.delivery.ForwardTarget;
import dev.surehook.engine.delivery.Forwarder;
import dev.surehook.engine.event.Event;
import dev.surehook.engine.event.SourceName;
import dev.surehook.signatures.Headers;
import dev.surehook.signatures.Provider;
import dev.surehook.signatures.Secret;
import dev.surehook.signatures.SignedRequest;
import dev.surehook.signatures.Verification;
import dev.surehook.signatures.Verifier;
import dev.surehook.testkit.clock.ManualClock;
import dev.surehook.testkit.receiver.ReceivedRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What the forwarding tests share. */
final class Forwarding {
    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    static final Duration SOON = Duration.ofSeconds(10);
    static final String SECRET_TEXT = "whsec_c3VyZWhvb2stZm9yd2FyZC1zZWNyZXQtMDAwMQ==";
    static final List<Secret> SECRETS = List.of(Secret.of(SECRET_TEXT));

    private Forwarding() {}

    static Event event(Headers headers, byte[] body) {
        return event("1b1c3f54-5d0a-4c7e-9c38-6a4d0b7f1c55", headers, body);
    }

    static Event event(String id, Headers headers, byte[] body) {
        return new Event(
                new SourceName("shop"), id, "balance.low", Instant.parse("2026-11-30T11:59:58.123456Z"), headers, body);
    }

    static Event event() {
        return event(Headers.of("Content-Type", "application/json"), utf8("{\"id\":\"x\"}"));
    }

    static ForwardTarget target(URI url) {
        return new ForwardTarget(url, ForwardForm.surehook(), SECRETS);
    }

    static ForwardTarget target(URI url, Duration connect, Duration total) {
        return new ForwardTarget(url, ForwardForm.surehook(), SECRETS, connect, total);
    }

    static Forwarder forwarder(URI url) {
        return Forwarder.open(target(url), 4, clock());
    }

    static Forwarder forwarder(URI url, Duration total) {
        return Forwarder.open(target(url, total, total), 4, clock());
    }

    static ManualClock clock() {
        return new ManualClock(NOW);
    }

    static Verification verify(Provider provider, ReceivedRequest request, Instant now) {
        return Verifier.of(provider, SECRETS)
                .verify(new SignedRequest("POST", request.target(), request.headers(), request.body()), now);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
