package dev.surehook.spring.observe;

/** Every metric of the server. In Prometheus dots are underscores; counters end in {@code _total}. */
public enum Metric {
    /** Requests and the time to their answer. Tags: source, outcome. */
    ACCEPT("surehook.accept", "requests and the time to their answer"),
    /** Refused signatures. Tags: source, reason; staleness is a reason of its own. */
    REJECTED("surehook.rejected", "refused signatures by reason"),
    COMMIT_EVENTS("surehook.commit.events", "events that shared one commit"),
    COMMIT_TIME("surehook.commit.time", "time of one commit"),
    /** Attempts and their time. Tags: source, outcome. */
    ATTEMPTS("surehook.attempts", "attempts and their time"),
    ATTEMPTS_IN_FLIGHT("surehook.attempts.in.flight", "attempts that run now on this node"),
    /** Tag: source. */
    LEASES_LOST("surehook.leases.lost", "attempts that ended after another worker had taken over"),
    /** Seconds; 0 when nothing is due. Tag: source. */
    OLDEST_DUE_AGE("surehook.oldest.due.age", "how long the oldest due event waits"),
    /** Tag: source. */
    PARKED("surehook.parked", "events that are given up until somebody replays them"),
    /** Tag: source. */
    UNORDERED("surehook.unordered", "events without the value that their handler's order goes by"),
    /** Tag: source. */
    PURGED("surehook.purged", "events deleted because of their age"),
    /** Publications and the time to their answer. Tag: outcome. */
    PUBLISHED("surehook.published", "publications and the time to their answer"),
    /** Attempts of published events and the time of their exchange. Tags: outcome, status. */
    DELIVERY_ATTEMPTS("surehook.delivery.attempts", "attempts of published events and the time of their exchange"),
    DELIVERY_ATTEMPTS_IN_FLIGHT(
            "surehook.delivery.attempts.in.flight", "attempts of published events that run now on this node"),
    DELIVERY_ATTEMPTS_OVERTAKEN(
            "surehook.delivery.attempts.overtaken", "attempts that ended after a later one had begun"),
    DELIVERIES_PURGED("surehook.deliveries.purged", "deliveries deleted because of their age"),
    /** Seconds; 0 when nothing is due. */
    OLDEST_DUE_DELIVERY_AGE(
            "surehook.oldest.due.delivery.age", "how long the oldest published event or delivery waits to be begun"),
    /** Jobs that ended. Tag: outcome. */
    RESEND_JOBS("surehook.resend.jobs", "jobs that resend many deliveries, and ended"),
    RESEND_QUEUED("surehook.resend.queued", "deliveries that jobs put back into their queues"),
    /** 1 or 0. */
    STORE_AVAILABLE("surehook.store.available", "whether events can be stored"),
    TROUBLES("surehook.troubles", "background work that failed and is tried again"),
    /** Bytes. */
    BODIES_IN_MEMORY("surehook.bodies.in.memory", "bytes of bodies that are arriving");

    private final String id;
    private final String description;

    Metric(String id, String description) {
        this.id = id;
        this.description = description;
    }

    public String id() {
        return id;
    }

    public String description() {
        return description;
    }
}
