package dev.surehook.spring.observe;

import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.EventState;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.EventLog.Detail;
import dev.surehook.engine.store.EventLog.Query;
import dev.surehook.engine.store.EventLog.Summary;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.LoggerFactory;

/**
 * Finds events that count as done although nobody ever began them: no work waits, and no attempt is on record. An event
 * and its work are stored in one commit, so this takes a hand in the database or a backup that was put back in parts.
 * Such an event is a duplicate to its sender and nothing to a worker; a replay brings its work back.
 *
 * <p>Each look goes over the newest events, back to what the look before saw, and at most {@value #MOST_PAGES} pages.
 */
public final class MissingWork {
    /** Why such an event is shown among those that are done. */
    public static final String REASON = "its work is missing: nothing waits and no attempt is on record; replay it";

    /** What comes between two looks on a calm day. */
    private static final int FIRST_PAGE = 50;

    private static final int PAGE = 500;
    private static final int MOST_PAGES = 5;
    /** Each is looked at again every time. */
    private static final int MOST_FOUND = 100;

    private final Set<EventRef> found = new LinkedHashSet<>();
    private Optional<EventRef> newest = Optional.empty();
    private volatile int count;

    MissingWork() {}

    /** Whether {@code event} has no work and never had an attempt although it should. */
    public static boolean lacksWork(Summary event) {
        return event.state() == EventState.PROCESSED && event.attempts() == 0;
    }

    int count() {
        return count;
    }

    /** Not for several threads at once. */
    void look(EventLog log) {
        found.removeIf(ref ->
                !log.find(ref).map(Detail::summary).map(MissingWork::lacksWork).orElse(false));
        Optional<EventRef> until = newest;
        long before = 0;
        boolean known = false;
        for (int page = 0; page < MOST_PAGES; page++) {
            EventLog.Page events =
                    log.list(Query.newest(page == 0 ? FIRST_PAGE : PAGE).before(before));
            if (page == 0 && !events.events().isEmpty()) {
                newest = Optional.of(events.events().get(0).ref());
            }
            for (Summary event : events.events()) {
                known |= until.isPresent() && until.get().equals(event.ref());
                if (lacksWork(event) && found.size() < MOST_FOUND && found.add(event.ref())) {
                    LoggerFactory.getLogger("surehook")
                            .error("event {} of source {}: {}", event.ref(), event.source(), REASON);
                }
            }
            before = events.next();
            if (before == 0 || known) {
                break;
            }
        }
        count = found.size();
    }
}
