package dev.surehook.engine.outbox;

import dev.surehook.engine.endpoint.AccountName;
import java.time.Instant;

/**
 * A delivery whose attempt was begun and counted, and is to be made now.
 *
 * @param dueAt its place in the queue
 * @param attempt the number of this attempt, which never repeats: whoever holds an older one cannot record its end
 * @param budgetFrom the attempts made before the current run; a resend starts a new one
 * @param endpointVersion what the endpoint was when the attempt began; a cached form of another version must not be used
 */
public record DueDelivery(
        DeliveryRef ref, long dueAt, int attempt, int budgetFrom, long endpointVersion, PublishedEvent event) {

    /** The attempt's number within the current run, from 1. */
    public int attemptOfRun() {
        return attempt - budgetFrom;
    }

    /**
     * What is sent.
     *
     * @param id the publisher's
     */
    public record PublishedEvent(
            AccountName account, String id, String type, Instant publishedAt, String contentType, byte[] body) {}
}
