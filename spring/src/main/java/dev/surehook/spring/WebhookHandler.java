package dev.surehook.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a bean that processes received events. It runs in a transaction of the application; the event counts
 * as processed only when that transaction commits, and whatever the method throws rolls it back and leads to another
 * attempt by the source's retry schedule.
 *
 * <p>Parameters, in any order: the payload (any type that the application's JSON mapper can read; a {@code byte[]} takes
 * the exact body) and the {@link WebhookEvent}. The provider's envelope is taken off: YCloud's event object and the
 * {@code data} of WordPane, Standard Webhooks and Svix. An event goes to one method only: the one with the exact type,
 * else the one with the longest pattern.
 *
 * <p>A method whose parameters are lists, of payloads, of {@link WebhookEvent}s or of both, takes up to {@link #batch}
 * events in one transaction, each list in the same order. When it fails, nothing of it stays, and its events are handed to
 * it again one by one, in lists of one, so that a bad one does not take the others with it.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface WebhookHandler {

    /** The source's name; every source when empty. */
    String source() default "";

    /** Types, exact or with {@code *} for any run of characters; every type when empty. */
    String[] type() default {};

    /**
     * Waits between attempts, such as {@code "10s", "5m", "1h"}; the source's schedule when empty. Placeholders of
     * properties are resolved.
     */
    String[] retry() default {};

    /**
     * How many of its events are handled at once on each node. A handler that sets this has a lane of its own, a queue
     * within the source: it neither waits for the source's other handlers nor holds them up. Without it handlers share
     * the source's concurrency.
     */
    int concurrency() default 0;

    /**
     * How many events share a transaction at the most, 1 to 1000. A method with lists takes them together, 100 when this is
     * 0; another is called for each of them, one when this is 0. Where there may be several, the method has a lane of its
     * own; when it throws, nothing of the transaction stays and each event is handled again alone.
     */
    int batch() default 0;

    /**
     * Where a key stands in the body, as in {@code data.customer.id}, names from the top of the whole body with dots between;
     * of several places the first that has one counts. Events with the same key are handled one at a time, in the order in which they were stored, and one that fails holds
     * up the later ones of its key. An event without the key is in no order. Such a handler has a lane of its own.
     */
    String[] orderBy() default {};

    /**
     * With {@link #orderBy}: whether the later events of a key go on when one was parked. If not, they wait until it was
     * replayed with success, or parked once more by hand, which gives it up.
     */
    boolean continueWhenParked() default false;

    /** Takes off the provider's envelope; switch it off to read the whole body. */
    boolean unwrap() default true;
}
