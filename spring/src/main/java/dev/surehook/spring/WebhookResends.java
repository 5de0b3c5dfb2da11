package dev.surehook.spring;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.JobRef;
import dev.surehook.engine.outbox.ResendJob;
import dev.surehook.engine.outbox.ResendJobStore.Cancelled;
import dev.surehook.engine.outbox.ResendJobStore.NotStarted;
import dev.surehook.engine.outbox.ResendJobStore.Running;
import dev.surehook.engine.outbox.ResendJobStore.Started;
import dev.surehook.engine.outbox.ResendWish;
import dev.surehook.engine.outbox.SendingLog.Page;
import dev.surehook.engine.profile.Profiles;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Sends many deliveries once more, in the background: the same ids, the same bytes, and all attempts of the schedule anew. A
 * job is committed when the method returns, in a transaction of its own, and goes on at any node, also after a restart. What
 * is another account's is not there. Thread-safe.
 *
 * <p>Methods that begin a job throw {@link IllegalArgumentException} when there is no such account or endpoint, and {@link
 * IllegalStateException} when the endpoint is switched off, or the account has as many jobs running as it may.
 */
public final class WebhookResends {
    private static final String BY = "application";

    private final SurehookSender sender;

    WebhookResends(SurehookSender sender) {
        this.sender = sender;
    }

    /** All that an endpoint did not get since a time. What was published before it was added is not sent. */
    public ResendJob recover(String account, EndpointRef endpoint, Instant since) {
        return start(account, ResendWish.recovering(Optional.of(endpoint), since));
    }

    /** All that any endpoint of the account did not get since a time. */
    public ResendJob recover(String account, Instant since) {
        return start(account, ResendWish.recovering(Optional.empty(), since));
    }

    /** What was kept while the endpoint was switched off; switch it on first. */
    public ResendJob resumeBacklog(String account, EndpointRef endpoint) {
        return start(account, ResendWish.backlogOf(endpoint));
    }

    /** What is in one of the states, of an endpoint and a type where they are given. */
    public ResendJob resend(
            String account,
            Set<DeliveryState> states,
            Optional<EndpointRef> endpoint,
            Optional<String> type,
            Optional<Instant> since,
            Optional<Instant> until) {
        return start(account, ResendWish.matching(states, endpoint, type, since, until));
    }

    private ResendJob start(String account, ResendWish wish) {
        Started started = sender.sending().jobs().start(new AccountName(account), wish.under(Profiles.STANDARD), BY);
        if (started instanceof Running running) {
            return running.job();
        }
        throw refused(account, (NotStarted) started);
    }

    private static RuntimeException refused(String account, NotStarted why) {
        return switch (why) {
            case NO_ACCOUNT -> new IllegalArgumentException("there is no account " + account + ": open it first");
            case NO_ENDPOINT -> new IllegalArgumentException("the account " + account + " has no such endpoint");
            case SWITCHED_OFF -> new IllegalStateException("the endpoint is switched off: enable it first");
            case TOO_MANY -> new IllegalStateException("the account " + account + " has too many jobs that run");
        };
    }

    public Optional<ResendJob> find(String account, JobRef job) {
        return sender.sending().store().jobs().job(new AccountName(account), job);
    }

    /**
     * Newest first; those that ended are shown for 30 days.
     *
     * @param cursor {@link Page#next} of the page before
     * @param limit 1 to 500
     */
    public Page<ResendJob> list(String account, Optional<String> cursor, int limit) {
        return sender.sending().store().jobs().jobs(new AccountName(account), cursor, limit);
    }

    /**
     * Queues no more; what was queued is sent.
     *
     * @return whether this stopped it; not when it had ended, or there is none
     */
    public boolean cancel(String account, JobRef job) {
        return sender.sending()
                .jobs()
                .cancel(new AccountName(account), job)
                .map(Cancelled::stopped)
                .orElse(false);
    }
}
