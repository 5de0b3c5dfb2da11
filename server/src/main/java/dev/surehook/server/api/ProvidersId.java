package dev.surehook.server.api;

import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.EventLog.Summary;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Finds events by the id that their provider gave them. A reference is computed from source and id, so this is one key
 * search for each source that ever stored an event, and no scan.
 */
final class ProvidersId {
    private ProvidersId() {}

    /** What has this id and passes the filter's other conditions, newest first. */
    static List<Summary> find(EventLog log, String id, EventFilter filter) {
        return sources(log, filter).stream()
                .map(source -> log.refOf(source, id))
                .flatMap(ref -> log.find(ref).stream())
                .map(EventLog.Detail::summary)
                .filter(filter::selects)
                .sorted(Comparator.comparing(Summary::receivedAt).reversed())
                .limit(filter.limit())
                .toList();
    }

    /** The backlog names every source of the store, also one that is no longer configured. */
    private static Collection<SourceName> sources(EventLog log, EventFilter filter) {
        return filter.query().source().isPresent()
                ? Set.of(filter.query().source().get())
                : log.backlog().keySet();
    }
}
