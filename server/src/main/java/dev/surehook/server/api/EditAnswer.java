package dev.surehook.server.api;

import dev.surehook.engine.endpoint.Edited;
import dev.surehook.engine.profile.Fault;
import dev.surehook.engine.profile.SendingProfile;
import java.time.Duration;
import java.time.Instant;
import org.springframework.http.HttpStatus;

/**
 * What a caller is answered who wants to change an endpoint.
 *
 * @param profile of its account
 */
record EditAnswer<T>(SendingProfile profile, Instant now) implements Edited.Cases<T, T> {

    @Override
    public T done(Edited.Done<T> outcome) {
        return outcome.value();
    }

    @Override
    public T notThere(Edited.NotThere<T> outcome) {
        throw NoSuch.endpoint();
    }

    @Override
    public T otherVersion(Edited.OtherVersion<T> outcome) {
        throw new Refused(
                HttpStatus.PRECONDITION_FAILED,
                new Fault(
                        EntityTag.IF_MATCH, "version", "the endpoint was changed meanwhile: get it, and decide anew"));
    }

    /** After the time for a whole attempt each that runs now has ended. */
    @Override
    public T inFlight(Edited.InFlight<T> outcome) {
        Duration attempt = profile.timeouts().total();
        Duration left = Duration.between(now, outcome.until());
        Duration wait = Duration.ofSeconds(1).plus(left.compareTo(attempt) < 0 ? left : attempt);
        Duration atLeast = wait.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : wait;
        throw Refused.untilLater(
                new Fault(
                        "status",
                        "in-flight",
                        "an attempt is under way, and the account's profile refuses this meanwhile: try again in "
                                + atLeast.toSeconds() + " s at the latest"),
                atLeast);
    }

    @Override
    public T noRoom(Edited.NoRoom<T> outcome) {
        throw full(profile.limits());
    }

    static Refused full(SendingProfile.Limits limits) {
        return new Refused(
                HttpStatus.CONFLICT,
                new Fault(
                        "endpoints",
                        "too-many",
                        "the account has as many endpoints as it may: " + limits.endpoints()
                                + (limits.onlyActive() ? " that are active" : "")));
    }
}
