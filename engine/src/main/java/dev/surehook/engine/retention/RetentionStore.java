package dev.surehook.engine.retention;

import dev.surehook.engine.event.SourceName;
import java.time.Instant;

/** What retention asks of a store. */
public interface RetentionStore {

    /**
     * Deletes up to {@code limit} events of {@code source} received before {@code cutoff}, with their attempts and
     * conflicts. Spared are: deduplication keys, waiting work, and events parked after {@code cutoff}.
     *
     * @param from where the last call ended; 0 at first
     * @return where to go on, or {@link #DONE}
     */
    Purged purge(SourceName source, Instant cutoff, long from, int limit);

    /** Gives room back to the file system where the store has to do that itself; one short step. */
    default void reclaim() {}

    /** One step of a purge. */
    record Purged(int events, long next) {
        public boolean done() {
            return next == DONE;
        }
    }

    long DONE = Long.MAX_VALUE;
}
