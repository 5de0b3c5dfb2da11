package dev.surehook.server.settings;

import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.spring.source.SchemeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One sending profile of the operator's own, {@code surehook.profiles.<name>}. What is absent is as in the built-in one
 * that it is based on.
 *
 * @param retry waits between attempts
 * @param jitter by which fraction a wait may move to either side
 * @param connectTimeout for one connection
 * @param timeout for the whole attempt
 * @param goneDisables whether the answer 410 switches an endpoint off
 * @param longestRetryAfter how much later a receiver may ask the next attempt to be
 * @param overlap how long an old secret signs beside a new one, unless another time is asked for
 * @param longestOverlap what may be asked for
 * @param allowHttp whether URLs without TLS are taken
 * @param secretShownOnce whether only the answer that made a secret shows it
 */
public record ProfileSettings(
        @DefaultValue("standard") String basedOn,
        @Nullable List<Duration> retry,
        @Nullable Double jitter,
        @Nullable Duration connectTimeout,
        @Nullable Duration timeout,
        @Nullable Boolean goneDisables,
        @Nullable Duration longestRetryAfter,
        @Nullable Duration overlap,
        @Nullable Duration longestOverlap,
        @Nullable Boolean allowHttp,
        @Nullable Boolean secretShownOnce,
        @DefaultValue Limits limits,
        @DefaultValue Suspension suspension,
        @DefaultValue Retention retention,
        @DefaultValue Envelope envelope,
        @DefaultValue Edits edits,
        @DefaultValue Resend resend,
        @Nullable SchemeSettings scheme) {

    /**
     * @param endpoints how many an account may have
     * @param onlyActive whether only active ones are counted
     * @param urlLength in characters
     * @param nameLength in characters
     * @param headers that an endpoint may add
     * @param headerLength of the value of such a header, in characters
     */
    public record Limits(
            @Nullable Integer endpoints,
            @Nullable Boolean onlyActive,
            @Nullable Integer urlLength,
            @Nullable Integer nameLength,
            @Nullable Integer headers,
            @Nullable Integer headerLength) {}

    /**
     * @param failures in a row after which an endpoint rests; 0 for never
     * @param first how long the first rest is
     * @param longest what a rest grows to
     */
    public record Suspension(
            @Nullable Integer failures,
            @Nullable Duration first,
            @Nullable Duration longest) {}

    /**
     * Names of the members of the JSON object that holds a payload; without that of the payload there is no such object.
     *
     * @param id the event's id
     * @param type the event's type
     * @param createdAt when it was published
     * @param account whose event it is
     * @param payload what was published
     */
    public record Envelope(
            @Nullable String id,
            @Nullable String type,
            @Nullable String createdAt,
            @Nullable String account,
            @Nullable String payload) {}

    /**
     * What an edit of an endpoint does.
     *
     * @param newUrl with deliveries, when the URL changes
     * @param removedType with those of a type that is not wanted any more
     * @param refusedInFlight whether an edit, and a new secret, are refused while an attempt is under way
     */
    public record Edits(
            SendingProfile.@Nullable Backlog newUrl,
            SendingProfile.@Nullable Backlog removedType,
            @Nullable Boolean refusedInFlight) {}

    /**
     * @param from which deliveries may be sent once more, by how they ended
     * @param wholeSchedule whether all attempts are due again, or just one
     */
    public record Resend(
            @Nullable Set<SendingProfile.End> from,
            @Nullable Boolean wholeSchedule) {}

    /** How long deliveries are kept after they ended. */
    public record Retention(
            @Nullable Duration done,
            @Nullable Duration cancelled,
            @Nullable Duration failed) {}

    public Optional<SchemeSettings> ownScheme() {
        return Optional.ofNullable(scheme);
    }
}
