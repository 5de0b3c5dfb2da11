package dev.surehook.engine.inbox;

import java.util.List;

/** What accepting asks of a store. */
public interface InboxStore {

    /**
     * Stores the events that are new, each with its work, in one transaction, and returns after the commit is durable.
     * Of several events with one key, in the batch or before it, the first is kept. A row that the database refuses is
     * {@link Appended.Refused} and does not fail the others.
     *
     * @param events none of them more than once as the same object
     * @return one outcome for each event, in order
     * @throws dev.surehook.engine.StoreUnavailable when the commit is not known to have happened
     */
    List<Appended> append(List<NewEvent> events);

    /** Writes and commits one small row; returns when it is durable. */
    void probe();
}
