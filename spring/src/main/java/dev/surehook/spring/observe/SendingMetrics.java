package dev.surehook.spring.observe;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.outbox.DeliveryEnd;
import dev.surehook.engine.outbox.PublishOutcome;
import dev.surehook.engine.outbox.ResendJob;
import dev.surehook.engine.outbox.SendingListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Counts what sending tells. No label names an account or an endpoint: there may be any number of them. Thread-safe.
 */
public final class SendingMetrics implements SendingListener {
    private final MeterRegistry registry;
    private final Map<String, Timer> timers = new ConcurrentHashMap<>();
    private final Counter overtaken;
    private final Counter queuedAgain;
    private final Counter purged;
    private final Counter troubles;

    /**
     * @param attemptsInFlight on this node
     * @param oldestDue how long the oldest work waits; must not ask a store
     */
    public SendingMetrics(MeterRegistry registry, IntSupplier attemptsInFlight, Supplier<Duration> oldestDue) {
        this.registry = registry;
        this.overtaken = Counter.builder(Metric.DELIVERY_ATTEMPTS_OVERTAKEN.id())
                .description(Metric.DELIVERY_ATTEMPTS_OVERTAKEN.description())
                .register(registry);
        this.queuedAgain = Counter.builder(Metric.RESEND_QUEUED.id())
                .description(Metric.RESEND_QUEUED.description())
                .register(registry);
        this.purged = Counter.builder(Metric.DELIVERIES_PURGED.id())
                .description(Metric.DELIVERIES_PURGED.description())
                .register(registry);
        this.troubles = Counter.builder(Metric.TROUBLES.id())
                .description(Metric.TROUBLES.description())
                .register(registry);
        Gauge.builder(Metric.DELIVERY_ATTEMPTS_IN_FLIGHT.id(), attemptsInFlight::getAsInt)
                .description(Metric.DELIVERY_ATTEMPTS_IN_FLIGHT.description())
                .register(registry);
        Gauge.builder(Metric.OLDEST_DUE_DELIVERY_AGE.id(), () -> oldestDue.get().toMillis() / 1000.0)
                .description(Metric.OLDEST_DUE_DELIVERY_AGE.description())
                .baseUnit("seconds")
                .register(registry);
    }

    @Override
    public void published(AccountName account, PublishOutcome outcome, Duration took) {
        timer(Metric.PUBLISHED, "outcome", PublishName.of(outcome)).record(took);
    }

    @Override
    public void attempted(AccountName account, EndpointRef endpoint, DeliveryEnd end) {
        timer(Metric.DELIVERY_ATTEMPTS, "outcome", end.next().outcome(), "status", statusClass(end.status()))
                .record(end.took());
    }

    @Override
    public void overtaken(AccountName account, EndpointRef endpoint, DeliveryEnd end) {
        overtaken.increment();
    }

    @Override
    public void queuedAgain(AccountName account, long deliveries) {
        queuedAgain.increment((double) deliveries);
    }

    @Override
    public void jobEnded(ResendJob job) {
        Counter.builder(Metric.RESEND_JOBS.id())
                .description(Metric.RESEND_JOBS.description())
                .tag("outcome", job.state().label())
                .register(registry)
                .increment();
    }

    @Override
    public void purged(int deliveries, int events) {
        purged.increment(deliveries);
    }

    @Override
    public void troubled(String what, Throwable cause) {
        troubles.increment();
    }

    /** A receiver may answer any number: outside of HTTP's classes it is one of its own. */
    private static String statusClass(int status) {
        if (status == 0) {
            return "none";
        }
        return status >= 100 && status < 600 ? status / 100 + "xx" : "other";
    }

    private Timer timer(Metric metric, String... tags) {
        return timers.computeIfAbsent(
                metric.id() + String.join(" ", tags),
                key -> Timer.builder(metric.id())
                        .description(metric.description())
                        .tags(tags)
                        .register(registry));
    }
}
