package dev.surehook.server.health;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.event.SourceName;
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
 * Looks at the store every five seconds: one real write, and what waits. Health and metrics read the last look, so that
 * asking for them costs the store nothing. Thread-safe.
 */
public final class StoreWatch implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);
    /** Two looks and a half: one slow write is no alarm, two missed ones are. */
    private static final Duration FRESH = Duration.ofMillis(12_500);

    private final Store store;
    private final InstantSource clock;
    private final ScheduledThreadPoolExecutor timer;

    private volatile long lastWriteNanos;
    private volatile Map<SourceName, Backlog> backlog = Map.of();

    private StoreWatch(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
        // Opening the store wrote to it.
        this.lastWriteNanos = System.nanoTime();
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "surehook-store-watch");
            thread.setDaemon(true);
            return thread;
        });
    }

    public static StoreWatch start(Store store, InstantSource clock) {
        StoreWatch watch = new StoreWatch(store, clock);
        Object ignored = watch.timer.scheduleWithFixedDelay(
                watch::look, BETWEEN_LOOKS.toMillis(), BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        return watch;
    }

    private void look() {
        try {
            store.probe();
            lastWriteNanos = System.nanoTime();
            backlog = store.backlog();
        } catch (StoreUnavailable e) {
            LoggerFactory.getLogger("surehook").debug("the store's write check failed", e);
        } catch (RuntimeException e) {
            // A timer that throws is never run again.
            LoggerFactory.getLogger("surehook").warn("looking at the store failed: {}", e.toString());
        }
    }

    Duration sinceLastWrite() {
        return Duration.ofNanos(System.nanoTime() - lastWriteNanos);
    }

    boolean isWritable() {
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

    Duration oldestDueAge() {
        return backlog.keySet().stream()
                .map(this::oldestDueAge)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
