package dev.surehook.spring;

import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.Edited;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointEdit;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointStatus;
import dev.surehook.engine.endpoint.EndpointStore;
import dev.surehook.engine.endpoint.SealedSecrets.Place;
import dev.surehook.engine.profile.EndpointJudge;
import dev.surehook.engine.profile.Fault;
import dev.surehook.engine.profile.Profiles;
import dev.surehook.engine.profile.SavedUrls;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.secret.Resealing;
import dev.surehook.engine.target.Names;
import dev.surehook.engine.target.TargetJudge;
import dev.surehook.signatures.Secret;
import dev.surehook.spring.target.WayOut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Accounts, and the endpoints that events are sent to. Everything is committed when a method returns, in a transaction of
 * its own. What is another account's is not there. Thread-safe.
 */
public final class WebhookEndpoints implements AutoCloseable {
    private static final SendingProfile PROFILE = Profiles.STANDARD;

    private static final int RESEALED_AT_ONCE = 200;

    private final SurehookSender sender;
    private final TargetJudge targets;
    private final EndpointJudge judge;

    /** @param allowHttp whether URLs without TLS are taken, whatever the profile says */
    WebhookEndpoints(SurehookSender sender, WayOut wayOut, boolean allowHttp) {
        this.sender = sender;
        this.targets = new TargetJudge(wayOut.sender().addresses(), Names.system());
        SavedUrls urls = wayOut.savedUrls(targets);
        this.judge = new EndpointJudge(
                PROFILE, (url, rules) -> urls.faults(url, allowHttp ? rules.withHttp() : rules), wayOut.identities());
    }

    /** An endpoint with its signing secret, which is not shown again: hand it to who receives. */
    public record Added(Endpoint endpoint, Secret secret) {}

    /** Makes the account unless it is there. */
    public Account open(String account) {
        return store().open(new AccountName(account), PROFILE.name());
    }

    /**
     * Adds an endpoint with a secret made here.
     *
     * @throws UnfitEndpoint when the profile's rules do not allow it
     * @throws IllegalArgumentException when there is no such account, or it has as many endpoints as it may
     */
    public Added add(String account, EndpointDraft draft) {
        return add(account, draft, PROFILE.secrets().form().make());
    }

    /** As {@link #add(String, EndpointDraft)}, with a secret that was brought along. */
    public Added add(String account, EndpointDraft draft, Secret secret) {
        List<Fault> faults = new ArrayList<>(judge.faults(draft));
        faults.addAll(judge.faults(secret));
        requireFit(faults);
        AccountName owner = new AccountName(account);
        if (store().account(owner).isEmpty()) {
            throw new IllegalArgumentException("there is no account " + account + ": open it first");
        }
        EndpointRef ref = EndpointRef.random();
        SendingProfile.Limits limits = PROFILE.limits();
        Endpoint endpoint = store().add(
                        owner,
                        ref,
                        draft,
                        sender.sealer().seal(secret, ref, 1),
                        limits.endpoints(),
                        limits.onlyActive())
                .orElseThrow(() -> new IllegalArgumentException(
                        "the account " + account + " has " + limits.endpoints() + " endpoints, the most there may be"));
        return new Added(endpoint, secret);
    }

    /** All that are not deleted, the oldest first. */
    public List<Endpoint> of(String account) {
        return store().endpoints(new AccountName(account));
    }

    public Optional<Endpoint> find(String account, EndpointRef ref) {
        return store().endpoint(new AccountName(account), ref);
    }

    /**
     * What waits is sent by the new word.
     *
     * @throws UnfitEndpoint when the profile's rules do not allow it
     */
    public Optional<Endpoint> change(String account, EndpointRef ref, EndpointDraft draft) {
        requireFit(judge.faults(draft));
        return changed(store().edit(
                        new AccountName(account),
                        ref,
                        new EndpointEdit(
                                draft, OptionalLong.empty(), PROFILE.edits().effects())));
    }

    /**
     * Switches it off: what waits, and what is published meanwhile, is kept as not sent and leaves only when it is resent.
     */
    public Optional<Endpoint> disable(String account, EndpointRef ref, String reason) {
        return store().status(
                        new AccountName(account), ref, EndpointStatus.DISABLED, Optional.of(reason), Optional.empty());
    }

    /** Switches it on again, and ends a suspension. */
    public Optional<Endpoint> enable(String account, EndpointRef ref) {
        return changed(
                store().activate(new AccountName(account), ref, PROFILE.limits().active()));
    }

    /** The standard profile refuses none of these for another reason than that there is no such endpoint. */
    private static Optional<Endpoint> changed(Edited<Endpoint> edited) {
        return edited instanceof Edited.Done<Endpoint> done ? Optional.of(done.value()) : Optional.empty();
    }

    /** What waits is cancelled. */
    public boolean delete(String account, EndpointRef ref) {
        return store().delete(new AccountName(account), ref);
    }

    /**
     * A new secret, which signs from now on.
     *
     * @param overlap how long the old one signs as well, seven days at the most. Zero revokes it: when this returns, which
     *     may take as long as the attempts that are under way, no request that it signed is still to come
     * @return nothing when there is no such endpoint
     */
    public Optional<Secret> rotate(String account, EndpointRef ref, Duration overlap) {
        if (!PROFILE.rotation().allows(overlap)) {
            throw new IllegalArgumentException(
                    "two secrets overlap for " + PROFILE.rotation().longest().toDays() + " days at the most");
        }
        Secret secret = PROFILE.secrets().form().make();
        AccountName name = new AccountName(account);
        Optional<Secret> rotated = store().rotate(
                        name, ref, version -> sender.sealer().seal(secret, ref, version), overlap)
                .map(kept -> secret);
        if (overlap.isZero() && rotated.isPresent()) {
            sender.sending().settle(name, ref);
        }
        return rotated;
    }

    /**
     * Seals every signing secret anew with the first of the keys in {@code surehook.sending.sealing-key}, so that the
     * others can go. The secrets themselves stay as they are, and all goes on meanwhile; it may be broken off and called
     * again. Takes about as long as one small commit for each secret.
     */
    public Resealed reseal() {
        Resealing resealing = new Resealing(store().secrets(), sender.sealer());
        long rewritten = 0;
        List<String> unopenable = new ArrayList<>();
        Optional<Place> place = Optional.of(Place.BEFORE_ALL);
        while (place.isPresent()) {
            Resealing.Step step = resealing.step(place.get(), RESEALED_AT_ONCE);
            rewritten += step.rewritten();
            unopenable.addAll(step.unopenable());
            place = step.next();
        }
        String newest = sender.sealer().keys().get(0);
        boolean othersNeeded = resealing.needs().entrySet().stream()
                .anyMatch(need -> need.getValue() > 0 && !need.getKey().equals(newest));
        return new Resealed(rewritten, unopenable, othersNeeded);
    }

    /**
     * What sealing anew came to.
     *
     * @param unopenable a line for each secret that no key opens
     * @param othersNeeded whether any secret needs another key than the first, as of now: another node may have sealed
     *     with it meanwhile
     */
    public record Resealed(long rewritten, List<String> unopenable, boolean othersNeeded) {
        public Resealed {
            unopenable = List.copyOf(unopenable);
        }
    }

    private EndpointStore store() {
        return sender.sending().store().endpoints();
    }

    private static void requireFit(List<Fault> faults) {
        if (!faults.isEmpty()) {
            throw new UnfitEndpoint(faults);
        }
    }

    @Override
    public void close() {
        targets.close();
    }
}
