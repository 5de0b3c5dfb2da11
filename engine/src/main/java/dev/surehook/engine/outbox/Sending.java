package dev.surehook.engine.outbox;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.commit.GroupCommit;
import dev.surehook.engine.delivery.HttpSender;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointSecret;
import dev.surehook.engine.profile.Envelope;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.retention.SentRetention;
import dev.surehook.signatures.Secret;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Publishes events and sends them to endpoints. Thread-safe. Does not own the store, nor the sender: close this first.
 */
public final class Sending implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final SendingStore store;
    private final SendingListener listener;
    private final GroupCommit<Publication, PublishOutcome> commits;
    private final Envelopes envelopes;
    private final LaneWork work;
    private final JobWork jobs;
    private final SentRetention retention;

    /**
     * What sending is made of.
     *
     * @param probe a small durable write
     * @param profiles by name; those of all accounts
     * @param secrets decrypts a secret of an endpoint
     * @param most attempts under way at once on this node; no more than the sender has room for
     */
    public record Parts(
            SendingStore store,
            Runnable probe,
            Map<String, SendingProfile> profiles,
            BiFunction<Endpoint, EndpointSecret, Secret> secrets,
            HttpSender sender,
            InstantSource clock,
            int most) {}

    private Sending(Parts parts, EngineListener commitListener, SendingListener listener) {
        this.store = parts.store;
        this.listener = listener;
        Targets targets = new Targets(store.endpoints(), parts.profiles, parts.secrets::apply);
        this.envelopes = new Envelopes(parts.profiles, parts.clock);
        this.work = new LaneWork(store, targets, parts.profiles, parts.sender, parts.clock, listener, parts.most);
        this.jobs = new JobWork(store.jobs(), listener, work::signal);
        this.retention = new SentRetention(
                store.retention(),
                parts.profiles.values().stream()
                        .collect(Collectors.toMap(SendingProfile::name, SendingProfile::retention)),
                parts.clock,
                new SentRetention.Listener(listener::purged, listener::troubled));
        this.commits = new GroupCommit<>(
                new OutboxCommits(store, parts.probe), commitListener, PATIENCE, published -> work.signal());
    }

    /** Starts at once: what an earlier process published or left waiting is taken up without help. */
    public static Sending start(Parts parts, EngineListener commitListener, SendingListener listener) {
        Sending sending = new Sending(parts, commitListener, listener);
        sending.work.start();
        sending.jobs.start();
        sending.retention.start();
        return sending;
    }

    /**
     * Stores the event; returns when that is durable, at the latest after three seconds.
     *
     * @param publication as the publisher wrote it; what is stored and sent is in the envelope of the account's profile
     * @throws Envelope.UnfitEvent when it cannot stand in that envelope
     */
    public PublishOutcome publish(Publication publication) {
        CompletableFuture<PublishOutcome> outcome = new CompletableFuture<>();
        publish(publication, outcome::complete);
        return outcome.join();
    }

    /** As {@link #publish(Publication)}; {@code answer} hears the outcome exactly once and must be quick. */
    public void publish(Publication publication, Consumer<PublishOutcome> answer) {
        long began = System.nanoTime();
        commits.append(wrapped(publication), outcome -> {
            listener.published(publication.account(), outcome, Duration.ofNanos(System.nanoTime() - began));
            answer.accept(outcome);
        });
    }

    /**
     * As {@link #publish(Publication)}, in a transaction that is the caller's, who commits it and then calls {@link #signal}.
     */
    public Published publishIn(Connection connection, Publication publication) throws SQLException {
        return store.publishIn(connection, envelopes.wrapped(publication, name -> store.accountIn(connection, name)));
    }

    /** As {@link #publish(Publication)}, to one endpoint only, whatever it wants: see {@link SendingStore#publishTo}. */
    public Optional<DeliveryRef> publishTo(EndpointRef endpoint, Publication publication) {
        Optional<DeliveryRef> delivery = store.publishTo(endpoint, wrapped(publication));
        signal();
        return delivery;
    }

    private Publication wrapped(Publication publication) {
        try {
            return envelopes.wrapped(publication, store.endpoints()::account);
        } catch (SQLException e) {
            throw new IllegalStateException("a store says what went wrong with an exception of its own", e);
        }
    }

    /** There may be something to send: somebody published in a transaction of their own, or resent something. Cheap. */
    public void signal() {
        work.signal();
    }

    /**
     * Waits until the attempts that are under way to an endpoint now are over, at every node: later requests are signed,
     * and go, as the endpoint is now. Each is over when its timeout is, at the latest, or when it counts as lost with its
     * node.
     */
    public void settle(AccountName account, EndpointRef endpoint) {
        long giveUpAt = System.nanoTime() + work.busy().toNanos();
        Set<SendingLog.UnderWay> before = new HashSet<>(store.log().underWay(account, endpoint));
        while (!before.isEmpty() && System.nanoTime() - giveUpAt < 0) {
            LockSupport.parkNanos(this, LOOK.toNanos());
            before.retainAll(store.log().underWay(account, endpoint));
        }
    }

    /** To resend many deliveries in the background. */
    public ResendJobs jobs() {
        return new ResendJobs(store.jobs(), jobs);
    }

    public SendingStore store() {
        return store;
    }

    /** Attempts under way on this node. */
    public int attemptsInFlight() {
        return work.inFlight();
    }

    /** Takes no more publications, begins no more attempts, and waits for those under way for {@code grace}. */
    public void close(Duration grace) {
        commits.close();
        jobs.close(grace);
        retention.close();
        work.close(grace);
    }

    @Override
    public void close() {
        close(Duration.ofSeconds(15));
    }
}
