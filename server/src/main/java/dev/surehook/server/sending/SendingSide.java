package dev.surehook.server.sending;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.delivery.PooledSender;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointSecret;
import dev.surehook.engine.outbox.Sending;
import dev.surehook.engine.outbox.SendingStore;
import dev.surehook.engine.profile.EndpointJudge;
import dev.surehook.engine.profile.SavedUrls;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.secret.SealingKeys;
import dev.surehook.engine.secret.SecretSealer;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.target.Names;
import dev.surehook.engine.target.TargetJudge;
import dev.surehook.server.profile.SendingProfiles;
import dev.surehook.signatures.Secret;
import dev.surehook.spring.observe.SendingLines;
import dev.surehook.spring.observe.SendingListeners;
import dev.surehook.spring.observe.SendingMetrics;
import dev.surehook.spring.observe.SendingWatch;
import dev.surehook.spring.target.WayOut;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of this node. It starts with the first account, so a server that sends nothing has no sealing key, no
 * thread and no connection for it. Thread-safe.
 */
public final class SendingSide implements AutoCloseable {
    private final Parts parts;
    private final SendingListeners listeners;
    private final TargetJudge targets;
    private final SavedUrls urls;
    private final SendingWatch watch;
    private volatile @Nullable Running running;
    private boolean closed;

    /**
     * What sending needs.
     *
     * @param keys asked for when the first secret is to be sealed or opened
     * @param commits hears of commits, and of a store that is lost
     * @param grace how long running attempts may take to end at the close
     */
    public record Parts(
            Store store,
            SendingProfiles profiles,
            WayOut wayOut,
            Supplier<SealingKeys> keys,
            EngineListener commits,
            MeterRegistry registry,
            InstantSource clock,
            Duration grace) {}

    /** @param sealer keeps the secrets of endpoints */
    public record Running(Sending sending, SecretSealer sealer, PooledSender sender) {}

    public SendingSide(Parts parts) {
        this.parts = parts;
        this.watch = new SendingWatch(parts.clock);
        this.targets = new TargetJudge(parts.wayOut.sender().addresses(), Names.system());
        this.urls = parts.wayOut.savedUrls(targets);
        this.listeners = new SendingListeners(List.of(
                new SendingMetrics(parts.registry, this::attemptsInFlight, this::oldestDueAge), new SendingLines()));
    }

    /** Accounts, endpoints and what was published, whether or not anything runs. */
    public SendingStore store() {
        return parts.store.sending();
    }

    public SendingProfiles profiles() {
        return parts.profiles;
    }

    /** Judges endpoints that are to be saved. */
    public EndpointJudge judge(SendingProfile profile) {
        return new EndpointJudge(profile, urls, parts.wayOut.identities());
    }

    public InstantSource clock() {
        return parts.clock;
    }

    /**
     * Starts when there are accounts: of an earlier run, or made at another node. To be called now and then; remembers what
     * is due.
     *
     * @throws dev.surehook.server.start.BadStart when there are accounts, and no key for their secrets
     */
    public void look() {
        if (running == null && !store().endpoints().accounts("", 1).isEmpty()) {
            running();
        }
        if (running != null) {
            watch.look(store());
        }
    }

    /**
     * What runs, started now unless it is.
     *
     * @throws dev.surehook.server.start.BadStart with one line, when there is no key for secrets
     */
    public synchronized Running running() {
        Running known = running;
        if (known != null) {
            return known;
        }
        if (closed) {
            throw new IllegalStateException("the server stops");
        }
        SecretSealer sealer = new SecretSealer(parts.keys.get());
        PooledSender sender = PooledSender.open(parts.wayOut.sender(), parts.clock);
        Sending sending = Sending.start(
                new Sending.Parts(
                        store(),
                        parts.store::probe,
                        parts.profiles.all(),
                        (endpoint, kept) -> open(sealer, endpoint, kept),
                        sender,
                        parts.clock,
                        parts.wayOut.sender().attemptsAtOnce()),
                parts.commits,
                listeners);
        Running started = new Running(sending, sealer, sender);
        running = started;
        return started;
    }

    private static Secret open(SecretSealer sealer, Endpoint endpoint, EndpointSecret kept) {
        return sealer.open(kept.sealed(), endpoint.ref(), kept.version());
    }

    public boolean isRunning() {
        return running != null;
    }

    private int attemptsInFlight() {
        Running known = running;
        return known == null ? 0 : known.sending.attemptsInFlight();
    }

    /** How long the oldest published event or delivery waits to be begun, as of the last look. */
    public Duration oldestDueAge() {
        return watch.oldestDueAge();
    }

    @Override
    public synchronized void close() {
        closed = true;
        Running known = running;
        if (known != null) {
            known.sending.close(parts.grace);
            known.sender.close();
        }
        targets.close();
    }
}
