package dev.surehook.engine.outbox;

import dev.surehook.engine.delivery.HttpSender.Answered;
import dev.surehook.engine.delivery.HttpSender.NoAnswer;
import dev.surehook.engine.delivery.HttpSender.Sent;
import dev.surehook.engine.outbox.DeliveryEnd.Delivered;
import dev.surehook.engine.outbox.DeliveryEnd.Failed;
import dev.surehook.engine.outbox.DeliveryEnd.Next;
import dev.surehook.engine.outbox.DeliveryEnd.Retry;
import dev.surehook.engine.profile.SendingProfile;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** From how an attempt ended to what comes next. */
final class AnswerRule {
    private static final int GONE = 410;

    private AnswerRule() {}

    static Next next(Sent sent, int attemptOfRun, SendingProfile profile) {
        return sent.fold(
                answered -> afterAnswer(answered, attemptOfRun, profile),
                none -> afterFailure(detail(none), Duration.ZERO, attemptOfRun, profile));
    }

    private static Next afterAnswer(Answered answered, int attemptOfRun, SendingProfile profile) {
        if (isSuccess(answered.status())) {
            return new Delivered();
        }
        if (answered.status() == GONE && profile.answers().goneDisables()) {
            return new Failed("the endpoint answered 410 Gone", true);
        }
        return afterFailure(detail(answered), answered.retryAfter(), attemptOfRun, profile);
    }

    private static Next afterFailure(String detail, Duration wish, int attemptOfRun, SendingProfile profile) {
        Duration longest = profile.answers().longestRetryAfter();
        Duration bounded = wish.compareTo(longest) > 0 ? longest : wish;
        return profile.retries()
                .delayAfter(attemptOfRun, ThreadLocalRandom.current())
                .<Next>map(delay -> new Retry(delay.compareTo(bounded) > 0 ? delay : bounded))
                .orElseGet(() ->
                        new Failed("gave up after " + attemptOfRun + " attempts; the last one: " + detail, false));
    }

    private static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    /** One line for people. */
    static String detail(Sent sent) {
        return sent.fold(AnswerRule::said, NoAnswer::reason) + " (after "
                + sent.took().toMillis() + " ms)";
    }

    /** A redirect is not followed: it may turn the POST into an empty GET, or lead to an address nobody allowed. */
    private static String said(Answered answered) {
        int status = answered.status();
        return "the endpoint answered " + status + (status >= 300 && status < 400 ? " (a redirect, not followed)" : "");
    }
}
