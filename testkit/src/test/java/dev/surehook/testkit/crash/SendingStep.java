package dev.surehook.testkit.crash;

/** Where a node that sends can die on an event's way through it. */
enum SendingStep implements Step {
    /** The batch is made up; nothing of it is written. */
    BEFORE_PUBLISH_COMMIT,
    /** The batch is durable; nobody has been answered. */
    AFTER_PUBLISH_COMMIT,
    /** Events wait to be given to their endpoints. */
    BEFORE_FAN_OUT_COMMIT,
    /** Deliveries stand in their queues and the attempts are counted; no request is on its way. */
    AFTER_CLAIM,
    /** The endpoint has answered; nothing of it is on record. */
    AFTER_ANSWER,
    /** The ends are durable; the node does not know yet. */
    AFTER_RECORD,
    /** The publication and what the application wrote stand in its open transaction. */
    INSIDE_CALLERS_TRANSACTION,
    /** That transaction is durable; the application does not know yet. */
    AFTER_CALLERS_COMMIT
}
