package dev.surehook.spring.observe;

import dev.surehook.engine.event.SourceName;
import dev.surehook.engine.inbox.AcceptOutcome;
import dev.surehook.engine.work.Finish;
import dev.surehook.signatures.Verification.Reason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** One source's meters, looked up once so that counting costs no look-up by tags. Thread-safe. */
public final class SourceMeters {
    private final MeterRegistry registry;
    private final String source;
    private final Map<OutcomeName, Timer> answers = new EnumMap<>(OutcomeName.class);
    private final Map<Reason, Counter> rejections = new EnumMap<>(Reason.class);
    private final Counter leasesLost;
    private final Counter purged;
    private final Counter unordered;

    SourceMeters(MeterRegistry registry, SourceName name) {
        this.registry = registry;
        this.source = name.value();
        for (OutcomeName outcome : OutcomeName.values()) {
            answers.put(outcome, timer(Metric.ACCEPT, outcome.label()));
        }
        for (Reason reason : Reason.values()) {
            rejections.put(
                    reason,
                    Counter.builder(Metric.REJECTED.id())
                            .description(Metric.REJECTED.description())
                            .tag("source", source)
                            .tag("reason", label(reason))
                            .register(registry));
        }
        this.leasesLost = counter(Metric.LEASES_LOST);
        this.purged = counter(Metric.PURGED);
        this.unordered = counter(Metric.UNORDERED);
    }

    private Timer timer(Metric metric, String outcome) {
        return Timer.builder(metric.id())
                .description(metric.description())
                .tag("source", source)
                .tag("outcome", outcome)
                .register(registry);
    }

    private Counter counter(Metric metric) {
        return Counter.builder(metric.id())
                .description(metric.description())
                .tag("source", source)
                .register(registry);
    }

    void answered(AcceptOutcome outcome, Duration took) {
        meterOf(OutcomeName.of(outcome)).record(took);
        if (outcome instanceof AcceptOutcome.Rejected rejected) {
            Counter counter = rejections.get(rejected.why().reason());
            if (counter != null) {
                counter.increment();
            }
        }
    }

    private Timer meterOf(OutcomeName outcome) {
        Timer timer = answers.get(outcome);
        return timer == null ? timer(Metric.ACCEPT, outcome.label()) : timer;
    }

    void attempted(Finish finish) {
        timer(Metric.ATTEMPTS, finish.next().outcome()).record(finish.took());
    }

    void leaseLost() {
        leasesLost.increment();
    }

    void purged(int events) {
        purged.increment(events);
    }

    void unordered() {
        unordered.increment();
    }

    /** Answers by outcome, zeros included. */
    public Map<String, Long> answers() {
        Map<String, Long> counts = new LinkedHashMap<>();
        answers.forEach((outcome, timer) -> counts.put(outcome.label(), timer.count()));
        return counts;
    }

    /** Refused signatures by reason, zeros left out. */
    public Map<String, Long> rejections() {
        Map<String, Long> counts = new LinkedHashMap<>();
        rejections.forEach((reason, counter) -> {
            if (counter.count() > 0) {
                counts.put(label(reason), (long) counter.count());
            }
        });
        return counts;
    }

    static String label(Reason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }
}
