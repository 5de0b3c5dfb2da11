package dev.surehook.server.api;

import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointSecret;
import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.endpoint.EndpointStore;
import dev.surehook.engine.endpoint.EndpointStore.Lane;
import dev.surehook.server.sending.SendingSide;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Endpoints as a path names them, and how they are shown. */
@Component
class OwnEndpoints {
    private static final Lane QUIET = new Lane(0, Optional.empty());

    private final SendingSide sending;
    private final KnownAccounts accounts;

    OwnEndpoints(SendingSide sending, KnownAccounts accounts) {
        this.sending = sending;
        this.accounts = accounts;
    }

    /** An endpoint with its owner. */
    record Owned(Account account, Endpoint endpoint) {
        EndpointRef ref() {
            return endpoint.ref();
        }
    }

    EndpointStore store() {
        return sending.store().endpoints();
    }

    /** @throws NoSuch when there is no such account, or it has no such endpoint */
    Owned find(String account, String ref) {
        Account owner = accounts.account(account);
        Endpoint endpoint = EndpointRef.parse(ref)
                .flatMap(parsed -> store().endpoint(owner.name(), parsed))
                .orElseThrow(NoSuch::endpoint);
        return new Owned(owner, endpoint);
    }

    EndpointStatus status(Owned owned) {
        return EndpointView.status(owned.endpoint, sending.clock().instant());
    }

    /** With its secret, where the profile shows it more than once. */
    EndpointView detail(Owned owned) {
        Optional<EndpointSecret> kept = sending.profiles()
                .byName(owned.account.profile())
                .filter(profile -> !profile.secrets().shownOnce())
                .flatMap(profile -> store().secret(owned.account.name(), owned.ref()));
        return view(
                owned.endpoint,
                kept.map(secret -> sending.running()
                                .sealer()
                                .open(secret.sealed(), owned.ref(), secret.version())
                                .reveal())
                        .orElse(null));
    }

    EndpointView view(Endpoint endpoint) {
        return view(endpoint, null);
    }

    EndpointView view(Endpoint endpoint, @Nullable String secret) {
        Lane lane = store().lane(endpoint.account(), endpoint.ref()).orElse(QUIET);
        return EndpointView.of(endpoint, lane, sending.clock().instant(), secret);
    }
}
