package dev.surehook.spring;

import dev.surehook.engine.source.WorkRules;
import dev.surehook.engine.store.StartFailure;
import dev.surehook.engine.work.NoTurn;
import java.sql.Connection;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The application's transactions on the database that holds the events. */
final class HostTransactions {
    /** A distributed transaction takes every connection of its data sources in. */
    private static final String JTA = "org.springframework.transaction.jta.";

    private final PlatformTransactionManager manager;
    private final DataSource dataSource;
    private final Semaphore room;

    /** @param most how many transactions may run at a time */
    HostTransactions(PlatformTransactionManager manager, DataSource dataSource, int most) {
        this.manager = manager;
        this.dataSource = dataSource;
        this.room = new Semaphore(most, true);
    }

    /** Work inside a transaction. */
    @FunctionalInterface
    interface Work<T> {
        T in(TransactionStatus transaction) throws Exception;
    }

    /**
     * Runs {@code work} in a new transaction; any exception rolls it back, checked ones too.
     *
     * @throws NoTurn when it could not begin, or no other transaction ended in time for it
     */
    <T> T inTransaction(Work<T> work) throws Exception {
        awaitRoom();
        try {
            return run(work);
        } finally {
            room.release();
        }
    }

    /** The lease runs already: it leaves so much time before the work begins. */
    private void awaitRoom() throws NoTurn {
        try {
            if (!room.tryAcquire(WorkRules.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new NoTurn("the connections that handlers may have were all taken for "
                        + WorkRules.PATIENCE.toSeconds() + " s: make the pool larger, or concurrency smaller");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoTurn("the node stopped while the attempt waited for a connection", e);
        }
    }

    private <T> T run(Work<T> work) throws Exception {
        TransactionStatus status = begun();
        T result;
        try {
            result = work.in(status);
        } catch (Exception | Error e) {
            rollback(status, e);
            throw e;
        }
        manager.commit(status);
        return result;
    }

    /** A pool without a free connection says nothing about the event. */
    private TransactionStatus begun() throws NoTurn {
        try {
            return manager.getTransaction(new DefaultTransactionDefinition());
        } catch (CannotCreateTransactionException e) {
            throw new NoTurn("the transaction manager could not begin a transaction: " + e.getMessage(), e);
        }
    }

    private void rollback(TransactionStatus status, Throwable cause) {
        try {
            manager.rollback(status);
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    /** The connection of the transaction that runs on this thread. */
    Connection connection() {
        return DataSourceUtils.getConnection(dataSource);
    }

    /**
     * Makes sure that the transaction manager and the data source belong together: if they did not, effect and mark would
     * commit apart.
     *
     * @throws StartFailure when they do not
     */
    void requireShared() {
        boolean shared;
        try {
            // Bound by the manager when it began; what is fetched now would be bound too, but not committed by it.
            shared = inTransaction(status -> TransactionSynchronizationManager.hasResource(dataSource))
                    || manager.getClass().getName().startsWith(JTA);
        } catch (Exception e) {
            throw new StartFailure("the application's transactions do not work: " + e.getMessage(), e);
        }
        if (!shared) {
            throw new StartFailure(
                    "the transaction manager " + manager.getClass().getSimpleName()
                            + " does not manage the data source that holds Surehook's events, so effects and marks would not"
                            + " commit together: set surehook.transaction-manager or surehook.data-source to the beans that"
                            + " belong together");
        }
    }
}
