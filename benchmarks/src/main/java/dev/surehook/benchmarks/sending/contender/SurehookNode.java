package dev.surehook.benchmarks.sending.contender;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.delivery.PooledSender;
import dev.surehook.engine.delivery.SenderSettings;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.LaneLimits;
import dev.surehook.engine.outbox.DeliveryEnd;
import dev.surehook.engine.outbox.Sending;
import dev.surehook.engine.outbox.SendingListener;
import dev.surehook.engine.profile.Profiles;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.secret.SealingKeys;
import dev.surehook.engine.secret.SecretSealer;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.target.AddressRules;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** Sending as a node has it, on a store that somebody else owns, with all defaults. It begins held. Used by one thread. */
final class SurehookNode implements AutoCloseable {
    /** As {@code standard}, without suspension: an endpoint that fails is tried all the while. */
    static final SendingProfile RESTLESS = restless();

    private static final Duration GRACE = Duration.ofSeconds(1);

    private final SecretSealer sealer = new SecretSealer(SealingKeys.parse(SealingKeys.make()));
    private final PooledSender sender = PooledSender.open(senderSettings(), InstantSource.system());
    private final Recorded recorded = new Recorded();
    private final Store store;
    private final GatedStore gate;
    private final Sending sending;

    SurehookNode(Store store) {
        this.store = store;
        this.gate = new GatedStore(store.sending());
        this.sending = Sending.start(
                new Sending.Parts(
                        gate,
                        store::probe,
                        Map.of(Profiles.STANDARD.name(), Profiles.STANDARD, RESTLESS.name(), RESTLESS),
                        (endpoint, kept) -> sealer.open(kept.sealed(), endpoint.ref(), kept.version()),
                        sender,
                        InstantSource.system(),
                        SenderSettings.DEFAULT_ATTEMPTS_AT_ONCE),
                EngineListener.SILENT,
                new Listener());
    }

    /** The defaults; the sink's addresses are allowed as an operator allows them. */
    static SenderSettings senderSettings() {
        return new SenderSettings(AddressRules.allowing(List.of("localhost")));
    }

    /** Requests that Surehook has under way to as many endpoints. */
    static int attemptsAtOnce(int endpoints) {
        return Math.min(SenderSettings.DEFAULT_ATTEMPTS_AT_ONCE, endpoints * LaneLimits.STANDARD.concurrency());
    }

    private static SendingProfile restless() {
        SendingProfile standard = Profiles.STANDARD;
        return new SendingProfile(
                "restless",
                standard.provider(),
                standard.secrets(),
                standard.envelope(),
                standard.urls(),
                standard.limits(),
                standard.retries(),
                standard.timeouts(),
                standard.answers(),
                new SendingProfile.SuspensionRule(0, Duration.ofMinutes(1), Duration.ofMinutes(1)),
                standard.rotation(),
                standard.edits(),
                standard.resend(),
                standard.alerts(),
                standard.retention());
    }

    Store store() {
        return store;
    }

    EndpointRef add(AccountName account, EndpointDraft draft) {
        EndpointRef ref = EndpointRef.random();
        String sealed = sealer.seal(Payload.SECRET, ref, 1);
        return store.sending()
                .endpoints()
                .add(account, ref, draft, sealed, Integer.MAX_VALUE, false)
                .orElseThrow()
                .ref();
    }

    void hold() {
        gate.open(false);
    }

    void release() {
        gate.open(true);
        sending.signal();
    }

    Sending sending() {
        return sending;
    }

    Recorded recorded() {
        return recorded;
    }

    @Override
    public void close() {
        sending.close(GRACE);
        sender.close();
    }

    private final class Listener implements SendingListener {
        @Override
        public void attempted(AccountName account, EndpointRef endpoint, DeliveryEnd end) {
            if (!end.isFailure()) {
                recorded.add();
            }
        }

        @Override
        public void troubled(String what, Throwable cause) {
            System.err.println(what + ": " + cause);
        }
    }
}
