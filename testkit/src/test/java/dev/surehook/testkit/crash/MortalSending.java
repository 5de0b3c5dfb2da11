package dev.surehook.testkit.crash;

import dev.surehook.engine.access.AccountKeyStore;
import dev.surehook.engine.access.KeptAnswers;
import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointStore;
import dev.surehook.engine.outbox.DeliveryRef;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.Published;
import dev.surehook.engine.outbox.ResendJobStore;
import dev.surehook.engine.outbox.SendingLog;
import dev.surehook.engine.outbox.SendingStore;
import dev.surehook.engine.retention.SentRetentionStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that can die on either side of each commit of sending. */
final class MortalSending implements SendingStore {
    private final SendingStore store;
    private final Fuse fuse;
    private final Optional<Duration> busy;
    private final AtomicInteger toFanOut = new AtomicInteger();

    /** @param busy instead of what the profiles ask for, so that a suite need not wait that long */
    MortalSending(SendingStore store, Fuse fuse, Optional<Duration> busy) {
        this.store = store;
        this.fuse = fuse;
        this.busy = busy;
    }

    @Override
    public List<Published> publish(List<Publication> publications) {
        List<String> ids = publications.stream().map(Publication::id).toList();
        fuse.reach(SendingStep.BEFORE_PUBLISH_COMMIT, ids);
        List<Published> published = store.publish(publications);
        toFanOut.addAndGet(
                (int) published.stream().filter(one -> one == Published.STORED).count());
        fuse.reach(SendingStep.AFTER_PUBLISH_COMMIT, ids);
        return published;
    }

    @Override
    public Published publishIn(Connection connection, Publication publication) throws SQLException {
        return store.publishIn(connection, publication);
    }

    @Override
    public Optional<DeliveryRef> publishTo(EndpointRef endpoint, Publication publication) {
        return store.publishTo(endpoint, publication);
    }

    /** Looking for events where there are none is no step. */
    @Override
    public Turn turn(Wish wish) {
        if (wish.events() > 0 && toFanOut.get() > 0) {
            fuse.reach(SendingStep.BEFORE_FAN_OUT_COMMIT, List.of());
        }
        Turn turn = store.turn(new Wish(
                wish.ends(), wish.events(), wish.lanes(), wish.most(), busy.orElse(wish.busy()), wish.except()));
        toFanOut.addAndGet(-turn.events());
        if (!turn.begun().isEmpty()) {
            fuse.reach(
                    SendingStep.AFTER_CLAIM, turn.begun().stream().map(Sent::of).toList());
        }
        if (!wish.ends().isEmpty()) {
            fuse.reach(
                    SendingStep.AFTER_RECORD,
                    wish.ends().stream().map(end -> Sent.of(end.delivery())).toList());
        }
        return turn;
    }

    @Override
    public int turnsAtOnce() {
        return store.turnsAtOnce();
    }

    @Override
    public SentRetentionStore retention() {
        return store.retention();
    }

    @Override
    public Optional<Account> accountIn(Connection connection, AccountName name) throws SQLException {
        return store.accountIn(connection, name);
    }

    @Override
    public ResendJobStore jobs() {
        return store.jobs();
    }

    @Override
    public EndpointStore endpoints() {
        return store.endpoints();
    }

    @Override
    public AccountKeyStore keys() {
        return store.keys();
    }

    @Override
    public KeptAnswers answers() {
        return store.answers();
    }

    @Override
    public SendingLog log() {
        return store.log();
    }

    @Override
    public Optional<Instant> oldestDue() {
        return store.oldestDue();
    }

    @Override
    public void sweep() {
        store.sweep();
    }
}
