package dev.surehook.engine.retention;

import dev.surehook.engine.profile.SendingProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** What retention asks of what was sent. Thread-safe. */
public interface SentRetentionStore {

    /**
     * Takes the turn to purge, or keeps it; one node has it at a time.
     *
     * @param holder who asks, the same word each time
     * @param length after that long without another word from the holder the turn is free
     * @return false while another has it, or while all rest
     */
    boolean takeTurn(String holder, Duration length);

    /** Gives the turn back. Nobody gets it for {@code rest}. */
    void leaveTurn(String holder, Duration rest);

    /**
     * Looks at up to {@code limit} events, the oldest first, and deletes their deliveries that ended too long ago, with
     * their attempts. An event goes with the last of its deliveries, one that no endpoint wanted by itself. Spared are the
     * keys of events, deliveries that wait or are kept as not sent, and accounts of profiles that are not among the rules.
     *
     * @param rules by name of the profile
     * @param from where the last call ended; 0 at first
     * @return what went, and where to go on, or {@link #DONE}
     */
    Purged purge(Map<String, SendingProfile.Retention> rules, Instant now, long from, int limit);

    /** Gives room back to the file system where the store has to do that itself; one short step. */
    void reclaim();

    /** One step of a purge. */
    record Purged(int deliveries, int events, long next) {
        public boolean isEmpty() {
            return deliveries == 0 && events == 0;
        }
    }

    long DONE = Long.MAX_VALUE;
}
