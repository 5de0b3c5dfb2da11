package dev.surehook.spring.observe;

import dev.surehook.engine.EngineListener;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.event.LaneKey;
import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.work.Finish;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Counts what the engine tells. Thread-safe. */
public final class EngineMetrics implements EngineListener {
    private final MeterRegistry registry;
    private final Map<SourceName, SourceMeters> sources = new ConcurrentHashMap<>();
    private final DistributionSummary commitEvents;
    private final Timer commitTime;
    private final Counter troubles;
    private final AtomicBoolean storeAvailable = new AtomicBoolean(true);

    public EngineMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.commitEvents = DistributionSummary.builder(Metric.COMMIT_EVENTS.id())
                .description(Metric.COMMIT_EVENTS.description())
                .register(registry);
        this.commitTime = Timer.builder(Metric.COMMIT_TIME.id())
                .description(Metric.COMMIT_TIME.description())
                .publishPercentiles(0.5, 0.99)
                .register(registry);
        this.troubles = Counter.builder(Metric.TROUBLES.id())
                .description(Metric.TROUBLES.description())
                .register(registry);
        registry.gauge(Metric.STORE_AVAILABLE.id(), storeAvailable, available -> available.get() ? 1 : 0);
    }

    /** What was counted for a source since the start. */
    public SourceMeters of(SourceName source) {
        SourceMeters known = sources.get(source);
        return known != null ? known : sources.computeIfAbsent(source, name -> new SourceMeters(registry, name));
    }

    @Override
    public void answered(SourceName source, AcceptOutcome outcome, Duration took) {
        of(source).answered(outcome, took);
    }

    @Override
    public void unordered(LaneKey lane, String type) {
        of(lane.source()).unordered();
    }

    @Override
    public void committed(int events, Duration took) {
        commitEvents.record(events);
        commitTime.record(took);
    }

    @Override
    public void storeLost(String why) {
        storeAvailable.set(false);
    }

    @Override
    public void storeBack(Duration outage) {
        storeAvailable.set(true);
    }

    @Override
    public void attempted(EventRef event, Finish finish) {
        of(finish.lease().source()).attempted(finish);
    }

    @Override
    public void leaseLost(EventRef event, Finish finish) {
        of(finish.lease().source()).leaseLost();
    }

    @Override
    public void purged(SourceName source, int events) {
        of(source).purged(events);
    }

    @Override
    public void troubled(String what, Throwable cause) {
        troubles.increment();
    }
}
