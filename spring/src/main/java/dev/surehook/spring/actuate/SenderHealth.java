package dev.surehook.spring.actuate;

import dev.surehook.spring.SurehookSender;
import java.time.Duration;
import java.util.Map;

/**
 * Whether what the application publishes is sent.
 *
 * @param up the oldest published event or delivery that is to be begun is young. An endpoint that fails is its owner's
 *     trouble, and none here
 * @param details for people
 */
public record SenderHealth(boolean up, Map<String, Object> details) {

    /** @param maxDueAge how long something due may wait before that is trouble */
    public static SenderHealth of(SurehookSender sender, Duration maxDueAge) {
        if (!sender.isRunning()) {
            return new SenderHealth(false, Map.of("state", "not running"));
        }
        Duration oldest = sender.oldestDueAge();
        return new SenderHealth(
                oldest.compareTo(maxDueAge) <= 0,
                Map.of("oldestDueSeconds", oldest.toSeconds(), "attemptsInFlight", sender.attemptsInFlight()));
    }
}
