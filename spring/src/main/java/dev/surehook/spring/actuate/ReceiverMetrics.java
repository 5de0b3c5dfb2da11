package dev.surehook.spring.actuate;

import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.source.Source;
import dev.surehook.spring.SurehookReceiver;
import dev.surehook.spring.observe.BacklogMetrics;
import dev.surehook.spring.observe.EngineMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.context.SmartLifecycle;

/** Registers the gauges of a receiver once it runs. */
public final class ReceiverMetrics implements SmartLifecycle {
    private final SurehookReceiver receiver;
    private final EngineMetrics metrics;
    private final MeterRegistry registry;
    private volatile boolean running;

    public ReceiverMetrics(SurehookReceiver receiver, EngineMetrics metrics, MeterRegistry registry) {
        this.receiver = receiver;
        this.metrics = metrics;
        this.registry = registry;
    }

    @Override
    public void start() {
        List<SourceName> sources =
                receiver.engine().sources().stream().map(Source::name).toList();
        // Zeros from the start, so that the first event already is a difference.
        sources.forEach(metrics::of);
        BacklogMetrics.register(registry, receiver.watch(), sources);
        BacklogMetrics.register(
                registry, () -> receiver.isRunning() ? receiver.engine().attemptsInFlight() : 0);
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return receiver.getPhase() + 1;
    }
}
