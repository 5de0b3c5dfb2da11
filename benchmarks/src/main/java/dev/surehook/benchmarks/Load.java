package dev.surehook.benchmarks;

import dev.surehook.benchmarks.load.IdOrder;
import java.time.Duration;

/**
 * A load that any receiver can be given.
 *
 * @param connections open at once
 * @param rate requests per second in an open loop, 0 for a closed loop
 * @param warmup before the counted part
 * @param counted the counted part
 * @param ids how event ids relate
 */
record Load(int connections, int rate, Duration warmup, Duration counted, IdOrder ids) {

    Load withRate(int newRate) {
        return new Load(connections, newRate, warmup, counted, ids);
    }

    Load lasting(Duration newWarmup, Duration newCounted) {
        return new Load(connections, rate, newWarmup, newCounted, ids);
    }
}
