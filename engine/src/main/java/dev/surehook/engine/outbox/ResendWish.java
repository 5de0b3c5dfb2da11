package dev.surehook.engine.outbox;

import dev.surehook.engine.endpoint.EndpointRef;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.profile.SendingProfile.End;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which deliveries of an account are to be sent once more.
 *
 * @param states of those that stand in no queue
 * @param type a whole one
 * @param since of those that were made then or later
 * @param until of those that were made before
 * @param used how many attempts of the schedule count as made: 0 for a whole new run
 */
public record ResendWish(
        Kind kind,
        Set<DeliveryState> states,
        Optional<EndpointRef> endpoint,
        Optional<String> type,
        Optional<Instant> since,
        Optional<Instant> until,
        int used) {
    private static final Set<DeliveryState> NOT_DELIVERED =
            Set.of(DeliveryState.FAILED, DeliveryState.CANCELLED, DeliveryState.NOT_SENT);

    public ResendWish {
        states = states.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(states));
        if (states.stream().anyMatch(DeliveryState::isQueued)) {
            throw new IllegalArgumentException("what waits is on its way already");
        }
    }

    /** What was asked for, for people. */
    public enum Kind {
        /** What fits a filter. */
        RESEND,
        /** All that was not delivered since a time. */
        RECOVER,
        /** What was kept while an endpoint was switched off. */
        RESUME_BACKLOG;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What fits all of it. */
    public static ResendWish matching(
            Set<DeliveryState> states,
            Optional<EndpointRef> endpoint,
            Optional<String> type,
            Optional<Instant> since,
            Optional<Instant> until) {
        return new ResendWish(Kind.RESEND, states, endpoint, type, since, until, 0);
    }

    /** All that was not delivered, of one endpoint or of all. What an endpoint got no delivery for is not sent. */
    public static ResendWish recovering(Optional<EndpointRef> endpoint, Instant since) {
        return new ResendWish(
                Kind.RECOVER, NOT_DELIVERED, endpoint, Optional.empty(), Optional.of(since), Optional.empty(), 0);
    }

    public static ResendWish backlogOf(EndpointRef endpoint) {
        return new ResendWish(
                Kind.RESUME_BACKLOG,
                Set.of(DeliveryState.NOT_SENT),
                Optional.of(endpoint),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0);
    }

    /** As {@code profile} allows it: without states that it resends nothing of, which may leave none, and by its schedule. */
    public ResendWish under(SendingProfile profile) {
        EnumSet<DeliveryState> allowed = EnumSet.noneOf(DeliveryState.class);
        states.stream().filter(state -> isAllowed(state, profile)).forEach(allowed::add);
        int counted =
                profile.resend().newSchedule() ? 0 : profile.retries().delays().size();
        return new ResendWish(kind, allowed, endpoint, type, since, until, counted);
    }

    /** What was never tried has no end, and may always be. */
    private static boolean isAllowed(DeliveryState state, SendingProfile profile) {
        return endOf(state).map(profile.resend().from()::contains).orElse(true);
    }

    /** How a delivery in this state ended; nothing while it waits, or when it was kept. */
    public static Optional<End> endOf(DeliveryState state) {
        return switch (state) {
            case DELIVERED -> Optional.of(End.DONE);
            case FAILED -> Optional.of(End.FAILED);
            case CANCELLED -> Optional.of(End.CANCELLED);
            case WAITING, SENDING, RETRYING, NOT_SENT -> Optional.empty();
        };
    }
}
