package dev.surehook.server.api;

import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.outbox.DeliveryState;
import dev.surehook.engine.outbox.ResendJob;
import dev.surehook.engine.outbox.ResendWish;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job that resends many deliveries.
 *
 * @param reason why it failed
 * @param createdBy {@code operator}, or the account whose key was used
 */
record JobView(
        String ref,
        String kind,
        String state,
        @Nullable String reason,
        FilterView filter,
        CountsView counts,
        Instant createdAt,
        Instant updatedAt,
        String createdBy) {

    static JobView of(ResendJob job) {
        return new JobView(
                job.ref().value(),
                job.wish().kind().label(),
                job.state().label(),
                job.reason().orElse(null),
                FilterView.of(job.wish()),
                CountsView.of(job.counts()),
                job.createdAt(),
                job.updatedAt(),
                job.by());
    }

    record Page(List<JobView> jobs, @Nullable String nextCursor) {}

    /** @param states that it resends, as the account's profile allows it */
    record FilterView(
            List<String> states,
            @Nullable String endpoint,
            @Nullable String type,
            @Nullable Instant since,
            @Nullable Instant until) {
        static FilterView of(ResendWish wish) {
            return new FilterView(
                    wish.states().stream().sorted().map(DeliveryState::label).toList(),
                    wish.endpoint().map(EndpointRef::value).orElse(null),
                    wish.type().orElse(null),
                    wish.since().orElse(null),
                    wish.until().orElse(null));
        }
    }

    /** @param lookedAt whether or not they fit */
    record CountsView(long lookedAt, long queued, SkippedView skipped) {
        static CountsView of(ResendJob.Counts counts) {
            return new CountsView(
                    counts.lookedAt(),
                    counts.queued(),
                    new SkippedView(counts.waiting(), counts.switchedOff(), counts.endpointGone()));
        }
    }

    record SkippedView(long onTheirWay, long endpointOff, long endpointGone) {}
}
