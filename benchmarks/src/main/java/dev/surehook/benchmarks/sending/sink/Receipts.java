package dev.surehook.benchmarks.sending.sink;

import dev.surehook.benchmarks.load.LatencyHistogram;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** What a sink has received. Thread-safe. */
final class Receipts {
    private final AtomicLong requests = new AtomicLong();
    private LatencyHistogram latencies = new LatencyHistogram();

    /** @param stamp when the event was published, as its body says; 0 when it does not say */
    void received(long stamp) {
        if (stamp > 0) {
            record(Stamp.of(Instant.now()) - stamp);
        }
        requests.incrementAndGet();
    }

    private synchronized void record(long nanos) {
        latencies.record(nanos);
    }

    long requests() {
        return requests.get();
    }

    /** From publishing to receipt, of what came since the last call. */
    synchronized LatencyHistogram takeLatencies() {
        LatencyHistogram taken = latencies;
        latencies = new LatencyHistogram();
        return taken;
    }
}
