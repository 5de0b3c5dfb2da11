package dev.surehook.testkit.crash;

/** Where a node that receives can die on an event's way through it. */
enum InboxStep implements Step {
    /** The batch is made up; nothing of it is written. */
    BEFORE_ACCEPT_COMMIT,
    /** The batch is durable; nobody has been answered. */
    AFTER_ACCEPT_COMMIT,
    /** The attempt is counted and the lease taken. */
    AFTER_CLAIM,
    /** The work is under way; nothing of it is in the database. */
    DURING_WORK,
    /** The effect is written; its transaction is open. */
    INSIDE_EFFECT,
    /** Effect and mark are durable; the worker does not know yet. */
    AFTER_FINISH
}
