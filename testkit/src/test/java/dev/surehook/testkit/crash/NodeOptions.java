package dev.surehook.testkit.crash;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a node is started.
 *
 * @param target as {@link CrashDatabase#open} takes it
 * @param senders requests that it takes at once
 * @param workers threads that claim and book
 */
record NodeOptions(String target, Duration lease, int senders, int workers, Optional<FailPoint> failPoint) {

    List<String> asArguments() {
        return List.of(
                target,
                Long.toString(lease.toMillis()),
                Integer.toString(senders),
                Integer.toString(workers),
                FailPoint.asText(failPoint));
    }

    static NodeOptions parse(String[] arguments) {
        return new NodeOptions(
                arguments[0],
                Duration.ofMillis(Long.parseLong(arguments[1])),
                Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]),
                FailPoint.parse(arguments[4]));
    }
}
