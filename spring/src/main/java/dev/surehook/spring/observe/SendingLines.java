package dev.surehook.spring.observe;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.outbox.DeliveryEnd;
import dev.surehook.engine.outbox.PublishOutcome;
import dev.surehook.engine.outbox.ResendJob;
import dev.surehook.engine.outbox.SendingListener;
import dev.surehook.engine.work.OneLine;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log lines of sending, without payloads, secrets or what a receiver answered. An endpoint that fails is its owner's
 * trouble, told by the API: its attempts are lines for debugging, and only what is given up is more.
 */
public final class SendingLines implements SendingListener {
    private static final Duration RATION = Duration.ofSeconds(10);
    private static final int MOST = 300;

    private final Logger log;
    private final RationedLines lines;

    public SendingLines() {
        this(LoggerFactory.getLogger("surehook"));
    }

    SendingLines(Logger log) {
        this.log = log;
        this.lines = new RationedLines(RATION, System::nanoTime, log::warn);
    }

    @Override
    public void published(AccountName account, PublishOutcome outcome, Duration took) {
        String name = PublishName.of(outcome);
        if (outcome instanceof PublishOutcome.Unavailable unavailable) {
            lines.line("publish " + name, () -> "not published: " + OneLine.of(unavailable.why(), MOST));
        } else {
            log.debug("published by {}: {}", account, name);
        }
    }

    @Override
    public void attempted(AccountName account, EndpointRef endpoint, DeliveryEnd end) {
        if (end.next() instanceof DeliveryEnd.Failed failed) {
            lines.line(
                    "given up",
                    () -> "given up " + at(account, endpoint, end)
                            + (failed.endpointGone() ? ": the endpoint is gone and was switched off" : ""));
        } else {
            log.debug(
                    "{} {} in {} ms",
                    end.next().outcome(),
                    at(account, endpoint, end),
                    end.took().toMillis());
        }
    }

    @Override
    public void overtaken(AccountName account, EndpointRef endpoint, DeliveryEnd end) {
        log.warn("overtaken {}: a later attempt was begun, or it was cancelled", at(account, endpoint, end));
    }

    @Override
    public void jobEnded(ResendJob job) {
        ResendJob.Counts counts = job.counts();
        String line = job.account() + " " + job.ref() + " (" + job.wish().kind().label() + ") "
                + job.state().label() + ": queued " + counts.queued() + " of " + counts.lookedAt() + " looked at"
                + job.reason().map(reason -> ": " + reason).orElse("");
        if (job.state() == ResendJob.State.FAILED) {
            log.warn("{}", line);
        } else {
            log.info("{}", line);
        }
    }

    @Override
    public void purged(int deliveries, int events) {
        log.info("purged {} deliveries and {} events past their retention", deliveries, events);
    }

    @Override
    public void troubled(String what, Throwable cause) {
        // What comes with a reference is one kind of line.
        String kind = what.split(" ", 2)[0];
        lines.line(
                "trouble " + kind,
                () -> what + " failed and is tried again: " + OneLine.of(String.valueOf(cause.getMessage()), MOST));
        log.debug("{} failed", what, cause);
    }

    private static String at(AccountName account, EndpointRef endpoint, DeliveryEnd end) {
        return account + " " + endpoint + " " + end.delivery().ref() + " attempt "
                + end.delivery().attempt();
    }
}
