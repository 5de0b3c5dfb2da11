package dev.surehook.engine.inbox;

import dev.surehook.engine.StoreUnavailable;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds what compressed bodies may cost. A few bytes can ask for megabytes of memory and tenths of a second of
 * processor time, and where the decompressed form is signed that comes before the signature is known. So only few are
 * expanded at a time, on half of the processors at the most; the others wait with the little that they sent.
 */
final class Decoding {
    private static final Duration WAIT = Duration.ofSeconds(2);

    private final Semaphore permits =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);

    /** What is done with the expanded body; it must not outlive the call. */
    interface Use<T> {
        T of(byte[] plain) throws ContentEncoding.Unreadable, ContentEncoding.TooLargeDecoded;
    }

    <T> T expanded(ContentEncoding encoding, byte[] wire, int limit, Use<T> use)
            throws ContentEncoding.Unreadable, ContentEncoding.TooLargeDecoded {
        if (encoding == ContentEncoding.IDENTITY) {
            return use.of(wire);
        }
        try {
            if (!permits.tryAcquire(WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new StoreUnavailable("too many compressed bodies at once");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailable("interrupted", e);
        }
        try {
            return use.of(encoding.decode(wire, limit));
        } finally {
            permits.release();
        }
    }
}
