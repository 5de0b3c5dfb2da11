package dev.surehook.benchmarks.sending.contender;

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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A store that has nothing to send while it is closed, so that a node which runs, and knows what it knows, can be held.
 * Thread-safe.
 */
final class GatedStore implements SendingStore {
    private final SendingStore store;
    private volatile boolean open;

    GatedStore(SendingStore store) {
        this.store = store;
    }

    void open(boolean wanted) {
        open = wanted;
    }

    @Override
    public Turn turn(Wish wish) {
        return open || !wish.ends().isEmpty() ? store.turn(open ? wish : endsOf(wish)) : Turn.NOTHING;
    }

    @Override
    public int turnsAtOnce() {
        return store.turnsAtOnce();
    }

    private static Wish endsOf(Wish wish) {
        return new Wish(wish.ends(), 0, 0, 0, wish.busy(), Set.of());
    }

    @Override
    public EndpointStore endpoints() {
        return store.endpoints();
    }

    @Override
    public SendingLog log() {
        return store.log();
    }

    @Override
    public ResendJobStore jobs() {
        return store.jobs();
    }

    @Override
    public SentRetentionStore retention() {
        return store.retention();
    }

    @Override
    public List<Published> publish(List<Publication> publications) {
        return store.publish(publications);
    }

    @Override
    public Published publishIn(Connection connection, Publication publication) throws SQLException {
        return store.publishIn(connection, publication);
    }

    @Override
    public Optional<Account> accountIn(Connection connection, AccountName name) throws SQLException {
        return store.accountIn(connection, name);
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
    public Optional<DeliveryRef> publishTo(EndpointRef endpoint, Publication publication) {
        return store.publishTo(endpoint, publication);
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
