package dev.surehook.benchmarks.load;

import java.time.Duration;

/**
 * What to send, and how.
 *
 * @param port where the server listens on 127.0.0.1
 * @param secret the signing secret, used whole as the key
 * @param connections kept open; also the most requests under way at once
 * @param warmup load of the same kind before the counted part
 * @param counted length of the counted part
 * @param rate requests per second at fixed times (open loop); 0 sends the next request of a connection when the one
 *     before was answered (closed loop)
 * @param ids how event ids relate
 */
public record LoadPlan(
        int port, String secret, int connections, Duration warmup, Duration counted, int rate, IdOrder ids) {

    public LoadPlan {
        if (connections < 1 || rate < 0 || counted.isZero() || counted.isNegative() || warmup.isNegative()) {
            throw new IllegalArgumentException(
                    "connections and duration must be positive, rate and warm-up not negative");
        }
    }

    public boolean isOpenLoop() {
        return rate > 0;
    }
}
