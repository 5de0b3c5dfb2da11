package dev.surehook.engine.access;

import dev.surehook.engine.endpoint.AccountName;
import java.util.List;
import java.util.Optional;

/**
 * Keys of accounts in a database, by the SHA-256 of each: whoever reads the database cannot use them. Thread-safe. Every
 * method may throw {@link dev.surehook.engine.StoreUnavailable}.
 */
public interface AccountKeyStore {
    /**
     * @param hash of the new key
     * @param most how many the account may have
     * @return nothing when there is no such account, or it has as many as it may
     */
    Optional<AccountKey> add(AccountName account, String ref, byte[] hash, String name, int most);

    /** Whose key has this hash; nothing when it was revoked, or never made. */
    Optional<AccountName> owner(byte[] hash);

    /**
     * By reference.
     *
     * @param account only its keys
     * @param after only references behind this one
     */
    List<AccountKey> list(Optional<AccountName> account, String after, int limit);

    /** From now on the key opens nothing. False when there is none. */
    boolean revoke(String ref);
}
