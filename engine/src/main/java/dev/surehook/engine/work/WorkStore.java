package dev.surehook.engine.work;

import dev.surehook.engine.event.SourceName;
import java.time.Duration;
import java.util.List;

/** What working off asks of a store. */
public interface WorkStore {

    /**
     * Takes up to {@code limit} due events of a source, oldest first, under a lease by the store's time. The attempt is
     * counted before this returns, durably. Retries that are due and work whose lease has ended are among them.
     */
    List<Claimed> claim(SourceName source, int limit, Duration lease);

    /**
     * Records attempts and what comes next, in one transaction.
     *
     * @return for each, whether it took effect; false when the lease was lost and somebody else has the event
     */
    List<Boolean> finish(List<Finish> finishes);
}
