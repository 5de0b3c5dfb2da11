package dev.surehook.server.api;

import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.profile.Fault;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.work.OneLine;
import dev.surehook.server.sending.SendingSide;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints of an account: whether anything is sent to them. */
@RestController
@RequestMapping("/v1/accounts/{account}/endpoints/{ref}")
class EndpointSteeringController {
    private static final String TEST = "webhook.test";
    private static final int MOST_REASON = 200;

    private final SendingSide sending;
    private final KnownAccounts accounts;
    private final OwnEndpoints endpoints;

    EndpointSteeringController(SendingSide sending, KnownAccounts accounts, OwnEndpoints endpoints) {
        this.sending = sending;
        this.accounts = accounts;
        this.endpoints = endpoints;
    }

    /** Work waits, and goes on by itself when there is a time for it. */
    @PostMapping("/pause")
    EndpointView pause(@PathVariable String account, @PathVariable String ref, HttpServletRequest request) {
        OwnEndpoints.Owned owned = endpoints.find(account, ref);
        Fields fields = Fields.of(RequestBytes.of(request), Set.of("until", "reason"));
        Optional<Instant> until = fields.time("until");
        if (until.isPresent() && !until.get().isAfter(sending.clock().instant())) {
            fields.fault("until", "past", "until lies in the past");
        }
        String reason = reason(fields, "paused by hand");
        fields.orThrow();
        requireNotOff(owned);
        return set(owned, EndpointStatus.PAUSED, Optional.of(reason), until);
    }

    /** Ends a pause, and a suspension too. */
    @PostMapping("/resume")
    EndpointView resume(@PathVariable String account, @PathVariable String ref) {
        OwnEndpoints.Owned owned = endpoints.find(account, ref);
        requireNotOff(owned);
        return activate(owned);
    }

    /** What waits is kept and not sent. */
    @PostMapping("/disable")
    EndpointView disable(@PathVariable String account, @PathVariable String ref, HttpServletRequest request) {
        OwnEndpoints.Owned owned = endpoints.find(account, ref);
        Fields fields = Fields.of(RequestBytes.of(request), Set.of("reason"));
        String reason = reason(fields, "switched off by hand");
        fields.orThrow();
        return set(owned, EndpointStatus.DISABLED, Optional.of(reason), Optional.empty());
    }

    /** From now on; what was kept leaves when it is resent. */
    @PostMapping("/enable")
    EndpointView enable(@PathVariable String account, @PathVariable String ref) {
        OwnEndpoints.Owned owned = endpoints.find(account, ref);
        if (endpoints.status(owned) == EndpointStatus.PAUSED) {
            throw conflict("the endpoint is paused, not switched off: resume it");
        }
        return activate(owned);
    }

    /** To this endpoint only, whatever types it wants. */
    @PostMapping("/test")
    ResponseEntity<Tested> test(@PathVariable String account, @PathVariable String ref) {
        OwnEndpoints.Owned owned = endpoints.find(account, ref);
        requireNotOff(owned);
        String id = "test_" + UUID.randomUUID();
        Publication event = new Publication(
                owned.account().name(),
                id,
                TEST,
                Publication.JSON,
                ("{\"type\":\"" + TEST + "\",\"endpoint\":\"" + owned.ref() + "\"}").getBytes(StandardCharsets.UTF_8));
        DeliveryRef delivery =
                sending.running().sending().publishTo(owned.ref(), event).orElseThrow(NoSuch::endpoint);
        return ResponseEntity.accepted().body(new Tested(event.ref().value(), id, delivery.toString()));
    }

    record Tested(String ref, String id, String delivery) {}

    /** Where only active endpoints count, there has to be room for it. */
    private EndpointView activate(OwnEndpoints.Owned owned) {
        SendingProfile profile = accounts.profile(owned.account());
        Endpoint endpoint = endpoints
                .store()
                .activate(owned.account().name(), owned.ref(), profile.limits().active())
                .fold(new EditAnswer<>(profile, sending.clock().instant()));
        sending.running().sending().signal();
        return endpoints.view(endpoint);
    }

    private EndpointView set(
            OwnEndpoints.Owned owned, EndpointStatus status, Optional<String> reason, Optional<Instant> until) {
        EndpointView view = endpoints.view(endpoints
                .store()
                .status(owned.account().name(), owned.ref(), status, reason, until)
                .orElseThrow(NoSuch::endpoint));
        sending.running().sending().signal();
        return view;
    }

    private void requireNotOff(OwnEndpoints.Owned owned) {
        EndpointStatus status = endpoints.status(owned);
        if (status == EndpointStatus.DISABLED || status == EndpointStatus.PENDING) {
            throw conflict("the endpoint is " + status.label() + ": enable it first");
        }
    }

    private static Refused conflict(String text) {
        return new Refused(HttpStatus.CONFLICT, new Fault("status", "endpoint-status", text));
    }

    private static String reason(Fields fields, String otherwise) {
        return fields.text("reason").map(text -> OneLine.of(text, MOST_REASON)).orElse(otherwise);
    }
}
