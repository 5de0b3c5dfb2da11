package dev.surehook.testkit.provider;

import java.time.Duration;

/**
 * What a receiver answered.
 *
 * @param took from the first byte sent to the whole answer read
 */
public record Answer(int status, String body, Duration took) {

    /** Whether a provider would take this for a success. */
    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }
}
