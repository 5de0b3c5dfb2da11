package dev.surehook.engine.outbox;

import dev.surehook.engine.access.AccountKeyStore;
import dev.surehook.engine.access.KeptAnswers;
import dev.surehook.engine.endpoint.Account;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.endpoint.EndpointStore;
import dev.surehook.engine.retention.SentRetentionStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Publishing and sending in a database. Thread-safe, and made for several nodes on one database. Every method may throw
 * {@link dev.surehook.engine.StoreUnavailable}.
 */
public interface SendingStore {
    /** Accounts and endpoints, in the same database. */
    EndpointStore endpoints();

    /** An account, looked for on a connection of the caller's. */
    Optional<Account> accountIn(Connection connection, AccountName name) throws SQLException;

    /** Keys of the API that are good for one account. */
    AccountKeyStore keys();

    /** Answers to calls that may come again. */
    KeptAnswers answers();

    /** What was published and what became of it. */
    SendingLog log();

    /** Deletes what was sent long ago. */
    SentRetentionStore retention();

    /**
     * Stores publications in one durable commit: each is there with what is needed to send it, or not at all. Of several
     * with one id the first counts.
     *
     * @return one for each, in their order
     */
    List<Published> publish(List<Publication> publications);

    /**
     * As {@link #publish}, in the transaction that is open on {@code connection}, which must be one of this database: rolled
     * back with it, nothing is sent.
     */
    Published publishIn(Connection connection, Publication publication) throws SQLException;

    /**
     * Stores an event for one endpoint of its account, whatever types and payloads that wants. Other endpoints do not get
     * it.
     *
     * @param publication with an id that was never published before
     * @return its delivery; nothing when the account has no such endpoint
     */
    Optional<DeliveryRef> publishTo(EndpointRef endpoint, Publication publication);

    /**
     * Gives events to the endpoints that want them: one delivery for each endpoint that was there when the event was
     * published.
     *
     * @param most events, the oldest first
     * @return how many events there were; with {@code most} there may be more
     */
    int fanOut(int most);

    /**
     * Begins attempts of what is due: counts each, and marks it as under way, before this returns. Takes no more of an
     * endpoint than its limits allow over all nodes.
     *
     * @param lanes endpoints to look at, those that wait longest first
     * @param most deliveries
     * @param except endpoints that are left alone
     * @param busy after that long without an end an attempt counts as lost, and may be made again
     */
    List<DueDelivery> claim(int lanes, int most, Duration busy, Set<Long> except);

    /**
     * Records the ends of attempts.
     *
     * @return for each whether it was recorded; not when another node has begun a later attempt, or the delivery was
     *     cancelled
     */
    List<Boolean> finish(List<DeliveryEnd> ends);

    /**
     * Since when the oldest work waits for a node to begin it: an event to be given to its endpoints, or an endpoint's
     * queue to be looked into. What waits for a retry, a pause, a suspension or a rate does not count. Nothing when all is
     * begun in time.
     */
    Optional<Instant> oldestDue();

    /**
     * Takes what still waits for endpoints that nothing is sent to out of their queues. Whoever switches one off does it at
     * once; this finds what a node that was killed left, and what was under way then.
     */
    void sweep();
}
