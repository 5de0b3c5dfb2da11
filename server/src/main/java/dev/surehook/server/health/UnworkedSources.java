package dev.surehook.server.health;

import dev.surehook.engine.event.EventState;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.EventLog.Backlog;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * Sources whose events nobody works off, because they are no longer configured or no longer forwarded. What waits there
 * would wait for ever, so it is said: once when it is seen first, and again when it comes back. Thread-safe.
 */
public final class UnworkedSources {
    private static final int MOST_COUNTED = 500;

    private final Set<SourceName> configured;
    private final Set<SourceName> worked;
    private final Set<SourceName> seen = new HashSet<>();
    private final Set<SourceName> told = new HashSet<>();
    private Consumer<SourceName> whenSeen = source -> {};

    /** @param worked those whose events are forwarded */
    public UnworkedSources(Collection<SourceName> configured, Collection<SourceName> worked) {
        this.configured = Set.copyOf(configured);
        this.worked = Set.copyOf(worked);
    }

    /** Tells {@code listener} each source with such work once, those that are known already too. */
    public synchronized void whenSeen(Consumer<SourceName> listener) {
        whenSeen = listener;
        seen.forEach(listener);
    }

    /** Why an event of {@code source} would wait for ever; empty when it would not. */
    public Optional<String> why(SourceName source) {
        if (worked.contains(source)) {
            return Optional.empty();
        }
        return Optional.of(
                configured.contains(source)
                        ? "source " + source + " has no forward URL, so nobody works its events off: set one first"
                        : "source " + source + " is not configured, so nobody works its events off: configure it"
                                + " first");
    }

    public List<SourceName> of(Map<SourceName, Backlog> backlog) {
        return backlog.entrySet().stream()
                .filter(entry -> !worked.contains(entry.getKey()) && hasWork(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    public synchronized void look(Map<SourceName, Backlog> backlog, EventLog log) {
        List<SourceName> unworked = of(backlog);
        for (SourceName source : unworked) {
            if (seen.add(source)) {
                whenSeen.accept(source);
            }
        }
        List<SourceName> waiting = unworked.stream()
                .filter(source -> Optional.ofNullable(backlog.get(source))
                        .flatMap(Backlog::oldestDue)
                        .isPresent())
                .toList();
        told.retainAll(waiting);
        for (SourceName source : waiting) {
            if (told.add(source)) {
                LoggerFactory.getLogger("surehook").warn(line(source, log));
            }
        }
    }

    private String line(SourceName source, EventLog log) {
        int count = count(source, EventState.READY, log)
                + count(source, EventState.BLOCKED, log)
                + count(source, EventState.RETRYING, log);
        String events =
                count == 1 ? "1 event" : (count >= MOST_COUNTED ? count + " or more events" : count + " events");
        String missing = configured.contains(source)
                ? "it has no forward URL: set one again, or park what waits"
                : "it is not configured: add it again (--source " + source + "), or park what waits";
        return events + " of source " + source + (count == 1 ? " waits" : " wait") + ", but " + missing;
    }

    private static int count(SourceName source, EventState state, EventLog log) {
        return log.list(EventLog.Query.newest(MOST_COUNTED).of(source).in(state))
                .events()
                .size();
    }

    private static boolean hasWork(Backlog backlog) {
        return backlog.parked() > 0 || backlog.oldestDue().isPresent();
    }
}
