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

    /** What is resent in the background. */
    ResendJobStore jobs();

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
     * Does what is wished in one transaction: records the ends of attempts, gives events to the endpoints that want them,
     * and begins attempts of what is due, which may be what the steps before made so.
     */
    Turn turn(Wish wish);

    /**
     * What a node wants of a turn. Nothing of a kind is wished by an empty list or by 0.
     *
     * @param ends of attempts
     * @param events to be given to the endpoints that were there when they were published, the oldest first; at most
     * @param lanes endpoints to look at besides those of {@code ends} and {@code events}, those that wait longest first
     * @param most attempts to begin; no more of an endpoint than its limits allow over all nodes. Each is counted, and
     *     marked as under way, when this returns
     * @param busy after that long without an end an attempt counts as lost, and may be made again
     * @param except endpoints of which no attempt is begun
     */
    record Wish(List<DeliveryEnd> ends, int events, int lanes, int most, Duration busy, Set<Long> except) {
        public Wish {
            ends = List.copyOf(ends);
            except = Set.copyOf(except);
        }
    }

    /**
     * What came of a wish.
     *
     * @param recorded for each end whether it was recorded; not when another node has begun a later attempt, or the
     *     delivery was cancelled
     * @param events how many there were; with as many as were wished there may be more
     * @param begun attempts to be made now
     */
    record Turn(List<Boolean> recorded, int events, List<DueDelivery> begun) {
        public static final Turn NOTHING = new Turn(List.of(), 0, List.of());
    }

    /** How many turns are worth taking at the same time; one where all that is written waits in one line. */
    int turnsAtOnce();

    /** A turn with nothing but events. */
    default int fanOut(int most) {
        return turn(new Wish(List.of(), most, 0, 0, Duration.ZERO, Set.of())).events();
    }

    /** A turn with nothing but attempts that begin. */
    default List<DueDelivery> claim(int lanes, int most, Duration busy, Set<Long> except) {
        return turn(new Wish(List.of(), 0, lanes, most, busy, except)).begun();
    }

    /** A turn with nothing but ends. */
    default List<Boolean> finish(List<DeliveryEnd> ends) {
        return turn(new Wish(ends, 0, 0, 0, Duration.ZERO, Set.of())).recorded();
    }

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
