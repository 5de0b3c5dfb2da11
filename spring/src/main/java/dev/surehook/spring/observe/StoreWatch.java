package dev.surehook.spring.observe;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.store.EventLog;
import dev.surehook.engine.store.EventLog.Backlog;
import dev.surehook.engine.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * Looks at the store every five seconds: one real write, what waits, and what should wait and does not. Health and metrics read the last look, so that
 * asking for them costs the store nothing. Thread-safe.
 */
public final class StoreWatch implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);
    /** Two looks and a half: one slow write is no alarm, two missed ones are. */
    private static final Duration FRESH = Duration.ofMillis(12_500);

    private final Store store;
    private final InstantSource clock;
    private final Look look;
    private final ScheduledThreadPoolExecutor timer;

    private volatile long lastWriteNanos;
    private final MissingWork missing = new MissingWork();
    private volatile Map<SourceName, Backlog> backlog = Map.of();

    /** What a look at the store found. */
    @FunctionalInterface
    public interface Look {
        void at(Map<SourceName, Backlog> backlog, EventLog log);
    }

    private StoreWatch(Store store, InstantSource clock, Look look) {
        this.store = store;
        this.look = look;
        this.clock = clock;
        // Opening the store wrote to it.
        this.lastWriteNanos = System.nanoTime();
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "surehook-store-watch");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** @param look told of each look, the first one at once */
    public static StoreWatch start(Store store, InstantSource clock, Look look) {
        StoreWatch watch = new StoreWatch(store, clock, look);
        watch.look();
        Object ignored = watch.timer.scheduleWithFixedDelay(
                watch::look, BETWEEN_LOOKS.toMillis(), BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        return watch;
    }

    private void look() {
        try {
            store.probe();
            lastWriteNanos = System.nanoTime();
            backlog = store.backlog();
            missing.look(store);
            look.at(backlog, store);
        } catch (StoreUnavailable e) {
            LoggerFactory.getLogger("surehook").debug("the store's write check failed", e);
        } catch (RuntimeException e) {
            // A timer that throws is never run again.
            LoggerFactory.getLogger("surehook").warn("looking at the store failed: {}", e.toString());
        }
    }

    public Duration sinceLastWrite() {
        return Duration.ofNanos(System.nanoTime() - lastWriteNanos);
    }

    public boolean isWritable() {
        return sinceLastWrite().compareTo(FRESH) <= 0;
    }

    public Optional<Backlog> backlogOf(SourceName source) {
        return Optional.ofNullable(backlog.get(source));
    }

    public long parked(SourceName source) {
        return backlogOf(source).map(Backlog::parked).orElse(0L);
    }

    /** Zero when nothing is due. */
    public Duration oldestDueAge(SourceName source) {
        return backlogOf(source)
                .flatMap(Backlog::oldestDue)
                .map(due -> Duration.between(due, clock.instant()))
                .filter(age -> !age.isNegative())
                .orElse(Duration.ZERO);
    }

    /** Of the source whose due event is oldest; empty when nothing is due. */
    public Optional<OldestDue> oldestDue() {
        return backlog.keySet().stream()
                .map(source -> new OldestDue(source, oldestDueAge(source)))
                .filter(due -> !due.age().isZero())
                .max(Comparator.comparing(OldestDue::age));
    }

    /** Events that are kept but were never worked off and wait for nothing: see {@link MissingWork}. */
    public int withoutWork() {
        return missing.count();
    }

    /** How long the oldest due event waits, and whose it is. */
    public record OldestDue(SourceName source, Duration age) {}

    /** What waits, by source, as of the last look. */
    public Map<SourceName, Backlog> backlog() {
        return backlog;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
