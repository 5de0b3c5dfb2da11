package dev.surehook.testkit.crash;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a node that sends is started.
 *
 * @param target as {@link CrashDatabase#open} takes it
 * @param busy how long its attempts count as under way, instead of what the product reckons
 */
record SenderOptions(String target, Optional<Duration> busy, Optional<FailPoint> failPoint) {

    List<String> asArguments() {
        return List.of(
                target, busy.map(time -> Long.toString(time.toMillis())).orElse("-"), FailPoint.asText(failPoint));
    }

    static SenderOptions parse(String[] arguments) {
        return new SenderOptions(
                arguments[0],
                arguments[1].equals("-")
                        ? Optional.empty()
                        : Optional.of(Duration.ofMillis(Long.parseLong(arguments[1]))),
                FailPoint.parse(arguments[2]));
    }
}
