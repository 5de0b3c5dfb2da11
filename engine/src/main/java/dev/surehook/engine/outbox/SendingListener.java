package dev.surehook.engine.outbox;

import dev.surehook.engine.endpoint.AccountName;
import dev.surehook.engine.endpoint.EndpointRef;
import java.time.Duration;

/**
 * Hears what sending does, for metrics and logs. Called on the engine's own threads: must be quick, must not block and must
 * not throw. It never gets a payload or a secret.
 */
public interface SendingListener {
    SendingListener SILENT = new SendingListener() {};

    /** A publication got its outcome. */
    default void published(AccountName account, PublishOutcome outcome, Duration took) {}

    /** An attempt ended and is on record. */
    default void attempted(AccountName account, EndpointRef endpoint, DeliveryEnd end) {}

    /** An attempt's end was not recorded: a later attempt was begun, or the delivery was cancelled. */
    default void overtaken(AccountName account, EndpointRef endpoint, DeliveryEnd end) {}

    /** A job put so many deliveries back into their queues. */
    default void queuedAgain(AccountName account, long deliveries) {}

    /** A job is done, was cancelled, or failed. */
    default void jobEnded(ResendJob job) {}

    /** So many deliveries and events went because of their age. */
    default void purged(int deliveries, int events) {}

    /** Background work failed and will be tried again. */
    default void troubled(String what, Throwable cause) {}
}
