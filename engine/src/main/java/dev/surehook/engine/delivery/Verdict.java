package dev.surehook.engine.delivery;

import dev.surehook.engine.delivery.HttpSender.Answered;
import dev.surehook.engine.delivery.HttpSender.NoAnswer;
import dev.surehook.engine.delivery.HttpSender.Sent;
import dev.surehook.engine.work.EventHandler.Failed;
import dev.surehook.engine.work.EventHandler.Outcome;
import dev.surehook.engine.work.EventHandler.Processed;
import dev.surehook.engine.work.EventHandler.Refused;

/** From the end of an attempt to what it means for a received event. */
final class Verdict {
    private Verdict() {}

    static Outcome of(Sent sent) {
        return sent.fold(Verdict::answered, Verdict::noAnswer);
    }

    private static Outcome noAnswer(NoAnswer none) {
        return new Failed(none.reason() + " (after " + none.took().toMillis() + " ms)");
    }

    private static Outcome answered(Answered answer) {
        int status = answer.status();
        String time = " in " + answer.took().toMillis() + " ms";
        if (status >= 200 && status < 300) {
            return new Processed(status + time);
        }
        if (status == 410) {
            return new Refused("the endpoint answered 410 Gone" + time);
        }
        // A redirect is not followed: it may turn the POST into an empty GET, or lead to an address nobody allowed.
        String what = status >= 300 && status < 400 ? " (a redirect, not followed)" : "";
        return new Failed("the endpoint answered " + status + what + time, answer.retryAfter());
    }
}
