package dev.surehook.engine.outbox;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.outbox.ResendJobStore.Cancelled;
import dev.surehook.engine.outbox.ResendJobStore.Started;
import java.util.Optional;

/** Jobs that resend many deliveries: made, stopped and worked on here. Thread-safe. */
public final class ResendJobs {
    private final ResendJobStore store;
    private final JobWork work;

    ResendJobs(ResendJobStore store, JobWork work) {
        this.store = store;
        this.work = work;
    }

    /** As {@link ResendJobStore#start}; this node begins at once. */
    public Started start(AccountName account, ResendWish wish, String by) {
        Started started = store.start(account, wish, by);
        work.signal();
        return started;
    }

    /** As {@link ResendJobStore#cancel}. */
    public Optional<Cancelled> cancel(AccountName account, JobRef ref) {
        Optional<Cancelled> cancelled = store.cancel(account, ref);
        cancelled.filter(Cancelled::stopped).ifPresent(stopped -> work.ended(stopped.job()));
        return cancelled;
    }
}
