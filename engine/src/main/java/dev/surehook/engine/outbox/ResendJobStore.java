package dev.surehook.engine.outbox;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.outbox.SendingLog.Page;
import java.time.Duration;
import java.util.Optional;

/**
 * Jobs in a database. Thread-safe, and made for several nodes on one database. What is another account's is not there.
 * Every method may throw {@link dev.surehook.engine.StoreUnavailable}.
 */
public interface ResendJobStore {
    /** How many jobs of one account may run at a time. */
    int MOST_RUNNING = 20;

    /**
     * Keeps a job, of deliveries that are there now; a node takes it up.
     *
     * @param by who wants it, for people
     */
    Started start(AccountName account, ResendWish wish, String by);

    /** What became of a wish for a job. */
    sealed interface Started {}

    record Running(ResendJob job) implements Started {}

    /** Why there is no job. */
    enum NotStarted implements Started {
        NO_ACCOUNT,
        /** The account has no such endpoint. */
        NO_ENDPOINT,
        /** The only endpoint that it is about is switched off. */
        SWITCHED_OFF,
        /** {@link #MOST_RUNNING} are. */
        TOO_MANY
    }

    /**
     * Newest first, stable while jobs are made.
     *
     * @param cursor the {@link Page#next} of the page before
     */
    Page<ResendJob> jobs(AccountName account, Optional<String> cursor, int limit);

    Optional<ResendJob> job(AccountName account, JobRef ref);

    /**
     * Stops a job that runs, between two of its steps.
     *
     * @return the job as it is then; one that had ended before is unchanged. Nothing when there is none
     */
    Optional<Cancelled> cancel(AccountName account, JobRef ref);

    /** @param stopped by this call */
    record Cancelled(ResendJob job, boolean stopped) {}

    /** Which job should be gone on with first, and in how long; nothing when none runs. */
    Optional<Turn> next();

    /** @param in zero when it is time */
    record Turn(long job, Duration in) {}

    /**
     * Goes on with a job for one short transaction, which puts deliveries back into their queues and remembers how far it
     * came: both or neither.
     *
     * @return nothing when another node is at it, or it is not its time
     */
    Optional<Step> step(long job);

    /** @param queued deliveries, by this step */
    record Step(ResendJob job, long queued) {}

    /**
     * A step failed: the job waits, longer from time to time, and fails for good after {@value #MOST_TRIES} in a row.
     *
     * @return the job when it failed for good
     */
    Optional<ResendJob> stumbled(long job, String reason);

    int MOST_TRIES = 20;

    /**
     * Forgets jobs that ended {@code age} ago.
     *
     * @return how many
     */
    int purge(Duration age, int most);
}
