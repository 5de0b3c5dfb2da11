package dev.surehook.spring.observe;

import dev.surehook.engine.event.SourceName;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** Gauges of what waits; they read the last look at the store and never ask it themselves. */
public final class BacklogMetrics {
    private BacklogMetrics() {}

    public static void register(MeterRegistry registry, StoreWatch watch, Collection<SourceName> sources) {
        sources.forEach(source -> register(registry, watch, source));
    }

    /** Registering a source again has no effect. */
    public static void register(MeterRegistry registry, StoreWatch watch, SourceName source) {
        Gauge.builder(
                        Metric.OLDEST_DUE_AGE.id(),
                        watch,
                        w -> w.oldestDueAge(source).toMillis() / 1000.0)
                .description(Metric.OLDEST_DUE_AGE.description())
                .baseUnit("seconds")
                .tag("source", source.value())
                .register(registry);
        Gauge.builder(Metric.PARKED.id(), watch, w -> w.parked(source))
                .description(Metric.PARKED.description())
                .tag("source", source.value())
                .register(registry);
    }

    public static void register(MeterRegistry registry, IntSupplier attemptsInFlight) {
        Gauge.builder(Metric.ATTEMPTS_IN_FLIGHT.id(), attemptsInFlight::getAsInt)
                .description(Metric.ATTEMPTS_IN_FLIGHT.description())
                .register(registry);
    }

    public static void register(MeterRegistry registry, IntSupplier attemptsInFlight, LongSupplier bodiesInMemory) {
        register(registry, attemptsInFlight);
        Gauge.builder(Metric.BODIES_IN_MEMORY.id(), bodiesInMemory::getAsLong)
                .description(Metric.BODIES_IN_MEMORY.description())
                .baseUnit("bytes")
                .register(registry);
    }
}
