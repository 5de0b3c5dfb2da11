package dev.surehook.engine.access;

import java.time.Duration;
import java.util.Optional;

/**
 * Answers to calls that said by a key of their own that they may come again. Thread-safe. Every method may throw {@link
 * dev.surehook.engine.StoreUnavailable}.
 */
public interface KeptAnswers {
    /**
     * Begins a call, unless one with its key was begun before.
     *
     * @param key 32 bytes that stand for caller and key
     * @param request 32 bytes that stand for what is asked
     * @param lost after which time a call without an answer counts as lost, and is begun again
     * @return what was begun before; nothing when the call is the first
     */
    Optional<Begun> begin(byte[] key, byte[] request, Duration lost);

    /** Keeps the answer of a call that was begun. */
    void answered(byte[] key, byte[] sealed);

    /** The call did nothing: the next one with its key is the first again. */
    void forget(byte[] key);

    /** Forgets what is older than {@code age}, and the oldest beyond {@code most}. */
    void purge(Duration age, int most);

    /**
     * A call that was begun.
     *
     * @param answer as it was sealed; nothing while the call is under way
     */
    record Begun(byte[] request, Optional<byte[]> answer) {}
}
