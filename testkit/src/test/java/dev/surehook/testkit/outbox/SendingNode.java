package dev.surehook.testkit.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.delivery.PooledSender;
import dev.surehook.engine.delivery.SenderSettings;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.Endpoint;
import dev.surehook.engine.endpoint.EndpointDraft;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.PublishOutcome;
import dev.surehook.engine.outbox.Sending;
import dev.surehook.engine.outbox.SendingListener;
import dev.surehook.engine.outbox.SendingLog.Delivery;
import dev.surehook.engine.outbox.SendingLog.Filter;
import dev.surehook.engine.profile.Envelope;
import dev.surehook.engine.profile.Profiles;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.secret.SealingKeys;
import dev.surehook.engine.secret.SecretSealer;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.store.Store;
import dev.surehook.engine.target.AddressRules;
import dev.surehook.signatures.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One node that sends, on a store that the test owns. */
public final class SendingNode implements AutoCloseable {
    public static final AccountName ACME = new AccountName("acme");
    public static final Secret SECRET = Secret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

    private static final SecretSealer SEALER = new SecretSealer(SealingKeys.parse(SealingKeys.make()));

    private final Store store;
    private final PooledSender sender;
    private final Sending sending;

    private SendingNode(Store store, SendingProfile profile, InstantSource clock) {
        this.store = store;
        this.sender = PooledSender.open(new SenderSettings(AddressRules.trusted()), clock);
        this.sending = Sending.start(
                new Sending.Parts(
                        store.sending(),
                        store::probe,
                        Map.of(profile.name(), profile),
                        (endpoint, kept) -> SEALER.open(kept.sealed(), endpoint.ref(), kept.version()),
                        sender,
                        clock,
                        SenderSettings.DEFAULT_ATTEMPTS_AT_ONCE),
                EngineListener.SILENT,
                SendingListener.SILENT);
    }

    static SendingNode on(Store store) {
        return on(store, quick());
    }

    static SendingNode on(Store store, SendingProfile profile) {
        return on(store, profile, InstantSource.system());
    }

    /** A node with a clock of its own, whatever that of the store is. */
    static SendingNode on(Store store, SendingProfile profile, InstantSource clock) {
        return new SendingNode(store, profile, clock);
    }

    /** The standard profile with three attempts, a hundredth of a second apart. */
    static SendingProfile quick() {
        return with(new RetrySchedule(List.of(Duration.ofMillis(10), Duration.ofMillis(10)), 0));
    }

    /** The standard profile with short timeouts. */
    public static SendingProfile with(RetrySchedule retries) {
        return with(retries, Envelope.STANDARD);
    }

    public static SendingProfile with(RetrySchedule retries, Envelope envelope) {
        return with(retries, envelope, Profiles.STANDARD.edits());
    }

    public static SendingProfile with(RetrySchedule retries, Envelope envelope, SendingProfile.EditRules edits) {
        SendingProfile standard = Profiles.STANDARD;
        return new SendingProfile(
                standard.name(),
                standard.provider(),
                standard.secrets(),
                envelope,
                standard.urls(),
                standard.limits(),
                retries,
                new SendingProfile.Timeouts(Duration.ofSeconds(2), Duration.ofSeconds(3)),
                standard.answers(),
                standard.suspension(),
                standard.rotation(),
                edits,
                standard.resend(),
                standard.alerts(),
                standard.retention());
    }

    Sending sending() {
        return sending;
    }

    Endpoint endpoint(String url) {
        return endpoint(new EndpointDraft(url));
    }

    Endpoint endpoint(EndpointDraft draft) {
        EndpointRef ref = EndpointRef.random();
        store.sending().endpoints().open(ACME, "standard");
        return store.sending()
                .endpoints()
                .add(ACME, ref, draft, SEALER.seal(SECRET, ref, 1), 100, false)
                .orElseThrow();
    }

    void rotate(Endpoint endpoint, Secret secret, Duration overlap) {
        assertThat(store.sending()
                        .endpoints()
                        .rotate(ACME, endpoint.ref(), version -> SEALER.seal(secret, endpoint.ref(), version), overlap))
                .isPresent();
    }

    void publish(String id, byte[] body) {
        assertThat(sending.publish(new Publication(ACME, id, "order.paid", Publication.JSON, body)))
                .isInstanceOf(PublishOutcome.Accepted.class);
    }

    void publish(String id) {
        publish(id, ("{\"no\":\"" + id + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    List<Delivery> deliveries() {
        return store.sending().log().deliveries(ACME, Filter.newest(500)).rows();
    }

    Delivery only() {
        List<Delivery> all = deliveries();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    void await(DeliveryState state, int deliveries) {
        await(
                deliveries + " are " + state.label(),
                () -> deliveries().stream()
                                .filter(delivery -> delivery.state() == state)
                                .count()
                        == deliveries);
    }

    void await(String what, BooleanSupplier done) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as("waiting until %s; there are %s", what, deliveries())
                    .isLessThan(deadline);
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Override
    public void close() {
        sending.close(Duration.ofSeconds(5));
        sender.close();
    }
}
