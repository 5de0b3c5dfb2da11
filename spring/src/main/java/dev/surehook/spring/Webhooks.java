package dev.surehook.spring;

import dev.surehook.engine.StoreUnavailable;
import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.event.EventRef;
import dev.surehook.engine.outbox.Publication;
import dev.surehook.engine.outbox.PublishOutcome;
import dev.surehook.engine.outbox.Published;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Publishes events to the endpoints of an account. In a transaction of the application the event is part of it: rolled
 * back, nothing is sent; committed, it is sent whatever happens to this process. Outside of one it is durable when the
 * method returns. Thread-safe.
 */
public final class Webhooks {
    private final SurehookSender sender;
    private final PayloadWriter writer;

    Webhooks(SurehookSender sender, PayloadWriter writer) {
        this.sender = sender;
        this.writer = writer;
    }

    /**
     * Publishes under an id of its own, made at random: a repeated call is another event.
     *
     * @param payload written as JSON by the application's mapper
     */
    public EventRef publish(String account, String type, Object payload) {
        return publish(account, UUID.randomUUID().toString(), type, payload);
    }

    /**
     * Publishes once: a repeat with the same content changes nothing and is a success.
     *
     * @param id yours, unique within the account; the number of an order and what happened to it, for instance
     * @param payload written as JSON by the application's mapper
     * @throws ConflictingEvent when the id was published with other content
     * @throws IllegalArgumentException when there is no such account, or a value cannot be used; the text says which
     */
    public EventRef publish(String account, String id, String type, Object payload) {
        return publish(new Publication(new AccountName(account), id, type, Publication.JSON, writer.write(payload)));
    }

    /** As {@link #publish(String, String, String, Object)}, of the exact bytes that every endpoint is to get. */
    public EventRef publish(Publication publication) {
        return TransactionSynchronizationManager.isActualTransactionActive()
                ? publishInTransaction(publication)
                : publishAlone(publication);
    }

    private EventRef publishAlone(Publication publication) {
        PublishOutcome outcome = sender.sending().publish(publication);
        if (outcome instanceof PublishOutcome.Unavailable unavailable) {
            throw new StoreUnavailable(unavailable.why());
        }
        if (outcome instanceof PublishOutcome.NoSuchAccount) {
            throw noAccount(publication);
        }
        if (outcome instanceof PublishOutcome.Conflicting conflicting) {
            throw new ConflictingEvent(conflicting.ref());
        }
        return publication.ref();
    }

    private EventRef publishInTransaction(Publication publication) {
        DataSource dataSource = sender.dataSource();
        if (!TransactionSynchronizationManager.hasResource(dataSource)) {
            throw new IllegalStateException("the transaction that is under way is not one of the data source that holds"
                    + " Surehook's tables, so the event could not be part of it");
        }
        long began = System.nanoTime();
        Connection connection = DataSourceUtils.getConnection(dataSource);
        Published published;
        try {
            published = sender.sending().publishIn(connection, publication);
        } catch (SQLException e) {
            throw new StoreUnavailable("the event could not be written: " + e.getMessage(), e);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        return switch (published) {
            case NO_ACCOUNT -> {
                sender.published(publication, new PublishOutcome.NoSuchAccount(), took);
                throw noAccount(publication);
            }
            case CONFLICT -> {
                sender.published(publication, new PublishOutcome.Conflicting(publication.ref()), took);
                throw new ConflictingEvent(publication.ref());
            }
            case REPEATED -> {
                sender.published(publication, new PublishOutcome.Repeated(publication.ref()), took);
                yield publication.ref();
            }
            case STORED -> {
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        sender.published(publication, new PublishOutcome.Accepted(publication.ref()), took);
                        sender.sending().signal();
                    }
                });
                yield publication.ref();
            }
        };
    }

    private static IllegalArgumentException noAccount(Publication publication) {
        return new IllegalArgumentException(
                "there is no account " + publication.account() + ": open it before publishing to it");
    }
}
