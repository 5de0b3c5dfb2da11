package dev.surehook.engine.endpoint;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Accounts and endpoints in a database. Thread-safe. What is another account's is not there. Every method may throw {@link
 * dev.surehook.engine.StoreUnavailable}.
 */
public interface EndpointStore {
    /** Makes the account unless it is there; its profile stays what it was made with. */
    Account open(AccountName name, String profile);

    Optional<Account> account(AccountName name);

    /** Up to {@code limit} accounts by name, those after {@code after}. */
    List<Account> accounts(String after, int limit);

    /**
     * Adds an endpoint, which gets what is published from now on.
     *
     * @param sealed its first secret, encrypted
     * @param most how many the account may have
     * @param onlyActive whether only active ones count, and those that are paused until a time
     * @return nothing when the account has as many as it may
     */
    Optional<Endpoint> add(
            AccountName account, EndpointRef ref, EndpointDraft draft, String sealed, int most, boolean onlyActive);

    Optional<Endpoint> endpoint(AccountName account, EndpointRef ref);

    /** All that are not deleted, the oldest first. */
    List<Endpoint> endpoints(AccountName account);

    /** Up to {@code limit} that are not deleted, the oldest first, those after {@code after}, which may be deleted. */
    List<Endpoint> endpoints(AccountName account, Optional<EndpointRef> after, int limit);

    /** What waits is sent by the new word, but for what the edit's effects end. */
    Edited<Endpoint> edit(AccountName account, EndpointRef ref, EndpointEdit edit);

    /** What waits is sent by the new word. */
    default Optional<Endpoint> change(AccountName account, EndpointRef ref, EndpointDraft draft) {
        return edit(account, ref, EndpointEdit.plain(draft)) instanceof Edited.Done<Endpoint> done
                ? Optional.of(done.value())
                : Optional.empty();
    }

    /**
     * Switches it on, beginning anew: no suspension, no failures.
     *
     * @param most active ones that the account may have, this one among them. One that is paused until a time counts as
     *     active: nobody is asked when it goes on
     */
    Edited<Endpoint> activate(AccountName account, EndpointRef ref, int most);

    /**
     * Sets the status. Switching off keeps what waits as not sent; pausing lets it wait; switching on begins anew: no
     * suspension, no failures.
     *
     * @param until when a paused one goes on by itself
     */
    Optional<Endpoint> status(
            AccountName account,
            EndpointRef ref,
            EndpointStatus status,
            Optional<String> reason,
            Optional<Instant> until);

    /** What waits is cancelled. */
    boolean delete(AccountName account, EndpointRef ref);

    /** Adds a secret, which signs from now on. */
    Edited<EndpointSecret> rotate(AccountName account, EndpointRef ref, Rotation rotation);

    /** As {@link #rotate(AccountName, EndpointRef, Rotation)}, whatever is under way. */
    default Optional<EndpointSecret> rotate(
            AccountName account, EndpointRef ref, IntFunction<String> seal, Duration overlap) {
        return rotate(account, ref, new Rotation(seal, overlap, false)) instanceof Edited.Done<EndpointSecret> done
                ? Optional.of(done.value())
                : Optional.empty();
    }

    /** The newest secret of an endpoint. */
    Optional<EndpointSecret> secret(AccountName account, EndpointRef ref);

    /** The secrets of all endpoints, of whichever account. */
    SealedSecrets secrets();

    /** What sends: the endpoint with this number, with the secrets that sign at this moment, the newest first. */
    Optional<Target> target(long endpoint);

    /**
     * @param profile of its account
     * @param at the store's time when it was read
     */
    record Target(Endpoint endpoint, String profile, List<EndpointSecret> secrets, Instant at) {}

    /** Its lane, for people. */
    Optional<Lane> lane(AccountName account, EndpointRef ref);

    /**
     * @param failuresInARow attempts that failed without a success between
     * @param suspendedUntil while it rests after too many
     */
    record Lane(int failuresInARow, Optional<Instant> suspendedUntil) {}
}
