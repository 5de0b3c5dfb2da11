package dev.surehook.server.api;

import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.Edited;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointEdit;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointSecret;
import dev.surehook.engine.endpoint.Rotation;
import dev.surehook.engine.profile.EndpointJudge;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.server.sending.SendingSide;
import dev.surehook.signatures.Secret;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints of an account: what they are, and their secrets. */
@RestController
@RequestMapping("/v1/accounts/{account}/endpoints")
class EndpointsController {
    private static final int MOST = 500;
    /** Edits of one endpoint at the same moment; more than these are nobody's who means it. */
    private static final int TRIES = 20;

    private final SendingSide sending;
    private final KnownAccounts accounts;
    private final OwnEndpoints endpoints;

    EndpointsController(SendingSide sending, KnownAccounts accounts, OwnEndpoints endpoints) {
        this.sending = sending;
        this.accounts = accounts;
        this.endpoints = endpoints;
    }

    /** The oldest first. */
    @GetMapping
    EndpointView.Page list(@PathVariable String account, @RequestParam Map<String, String> parameters) {
        QueryValues values = QueryValues.of(parameters, Set.of("cursor", "limit"));
        int limit = values.limit(MOST);
        Optional<EndpointRef> after =
                values.read("cursor", EndpointRef::new, "what next_cursor of the page before said");
        List<Endpoint> found = endpoints.store().endpoints(accounts.name(account), after, limit);
        return new EndpointView.Page(
                found.stream().map(endpoints::view).toList(),
                found.size() < limit ? null : found.get(limit - 1).ref().value());
    }

    @PostMapping
    ResponseEntity<EndpointView> add(@PathVariable String account, HttpServletRequest request) {
        Account owner = accounts.account(account);
        SendingProfile profile = accounts.profile(owner);
        Fields fields = Fields.of(RequestBytes.of(request), EndpointFields.OF_A_NEW_ONE);
        EndpointDraft draft = EndpointFields.made(fields);
        EndpointJudge judge = sending.judge(profile);
        fields.addAll(judge.faults(draft));
        Secret secret = secret(fields, profile, judge);
        fields.orThrow();
        EndpointRef ref = EndpointRef.random();
        SendingProfile.Limits limits = profile.limits();
        Endpoint endpoint = endpoints
                .store()
                .add(
                        owner.name(),
                        ref,
                        draft,
                        sending.running().sealer().seal(secret, ref, 1),
                        limits.endpoints(),
                        limits.onlyActive())
                .orElseThrow(() -> EditAnswer.full(limits));
        return ResponseEntity.created(URI.create("/api/v1/accounts/" + owner.name() + "/endpoints/" + ref))
                .body(endpoints.view(endpoint, secret.reveal()));
    }

    /** The one that was brought along, judged, else a new one. */
    private static Secret secret(Fields fields, SendingProfile profile, EndpointJudge judge) {
        Optional<Secret> brought = fields.text("secret").map(Secret::of);
        brought.ifPresent(secret -> fields.addAll(judge.faults(secret)));
        return brought.orElseGet(profile.secrets().form()::make);
    }

    @GetMapping("/{ref}")
    ResponseEntity<EndpointView> show(@PathVariable String account, @PathVariable String ref) {
        OwnEndpoints.Owned owned = endpoints.find(account, ref);
        return tagged(owned.endpoint(), endpoints.detail(owned));
    }

    private static ResponseEntity<EndpointView> tagged(Endpoint endpoint, EndpointView view) {
        return ResponseEntity.ok().eTag(EntityTag.of(endpoint)).body(view);
    }

    /** Of two at the same moment the later one is judged anew with what the earlier one left, unless it says otherwise. */
    @PatchMapping("/{ref}")
    ResponseEntity<EndpointView> change(
            @PathVariable String account, @PathVariable String ref, HttpServletRequest request) {
        byte[] body = RequestBytes.of(request);
        for (int tried = 1; ; tried++) {
            OwnEndpoints.Owned owned = endpoints.find(account, ref);
            Edited<Endpoint> edited = edited(owned, body, request);
            boolean again = edited instanceof Edited.OtherVersion && !EntityTag.isAsked(request) && tried < TRIES;
            if (!again) {
                Endpoint endpoint = edited.fold(answer(owned));
                return tagged(endpoint, endpoints.view(endpoint));
            }
        }
    }

    private Edited<Endpoint> edited(OwnEndpoints.Owned owned, byte[] body, HttpServletRequest request) {
        SendingProfile profile = accounts.profile(owned.account());
        Fields fields = Fields.of(body, EndpointFields.OF_A_CHANGE);
        EndpointDraft draft = EndpointFields.changed(fields, owned.endpoint().draft());
        fields.addAll(sending.judge(profile).faults(draft));
        fields.orThrow();
        if (!EntityTag.fits(request, owned.endpoint())) {
            return new Edited.OtherVersion<>();
        }
        return endpoints
                .store()
                .edit(
                        owned.account().name(),
                        owned.ref(),
                        new EndpointEdit(
                                draft,
                                OptionalLong.of(owned.endpoint().version()),
                                profile.edits().effects()));
    }

    private <T> EditAnswer<T> answer(OwnEndpoints.Owned owned) {
        return new EditAnswer<>(
                accounts.profile(owned.account()), sending.clock().instant());
    }

    /** What waits is cancelled. */
    @DeleteMapping("/{ref}")
    ResponseEntity<Void> delete(@PathVariable String account, @PathVariable String ref) {
        OwnEndpoints.Owned owned = endpoints.find(account, ref);
        if (!endpoints.store().delete(owned.account().name(), owned.ref())) {
            throw NoSuch.endpoint();
        }
        return ResponseEntity.status(HttpStatus.NO_CONTENT).build();
    }

    @PostMapping("/{ref}/rotate")
    Rotated rotate(@PathVariable String account, @PathVariable String ref, HttpServletRequest request) {
        OwnEndpoints.Owned owned = endpoints.find(account, ref);
        SendingProfile profile = accounts.profile(owned.account());
        Fields fields = Fields.of(RequestBytes.of(request), Set.of("overlap", "secret"));
        Duration overlap = fields.duration("overlap").orElse(profile.rotation().overlap());
        if (!profile.rotation().allows(overlap)) {
            fields.fault(
                    "overlap",
                    "range",
                    "overlap lies between 0s and "
                            + profile.rotation().longest().toHours() + "h");
        }
        Secret secret = secret(fields, profile, sending.judge(profile));
        fields.orThrow();
        Rotation rotation = new Rotation(
                version -> sending.running().sealer().seal(secret, owned.ref(), version),
                overlap,
                profile.edits().refusedInFlight());
        Instant now = endpoints
                .store()
                .rotate(owned.account().name(), owned.ref(), rotation)
                .fold(this.<EndpointSecret>answer(owned))
                .createdAt();
        if (overlap.isZero()) {
            // Revoked means that no request that the old secret signed is still to come.
            sending.running().sending().settle(owned.account().name(), owned.ref());
        }
        return new Rotated(secret.reveal(), overlap.isZero() ? null : now.plus(overlap));
    }

    /**
     * @param secret shown this once
     * @param oldSecretSignsUntil beside the new one; nothing when it does not sign any more
     */
    record Rotated(String secret, @Nullable Instant oldSecretSignsUntil) {}
}
