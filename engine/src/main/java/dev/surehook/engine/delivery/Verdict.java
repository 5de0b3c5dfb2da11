package dev.surehook.engine.delivery;

import dev.surehook.engine.work.EventHandler.Failed;
import dev.surehook.engine.work.EventHandler.Outcome;
import dev.surehook.engine.work.EventHandler.Processed;
import dev.surehook.engine.work.EventHandler.Refused;
import java.time.Duration;
import java.time.Instant;

/** From an answer to what it means for the event. */
final class Verdict {
    private Verdict() {}

    static Outcome of(Answer answer, Duration took, Instant now) {
        int status = answer.status();
        String time = " in " + took.toMillis() + " ms";
        if (status >= 200 && status < 300) {
            return new Processed(status + time);
        }
        if (status == 410) {
            return new Refused("the endpoint answered 410 Gone" + time);
        }
        // A redirect is not followed: it may turn the POST into an empty GET, or lead to an address nobody allowed.
        String what = status >= 300 && status < 400 ? " (a redirect, not followed)" : "";
        return new Failed("the endpoint answered " + status + what + time, RetryAfter.parse(answer.retryAfter(), now));
    }
}
