package dev.surehook.engine.profile;

import dev.surehook.engine.endpoint.EndpointEdit;
import dev.surehook.engine.secret.SecretForm;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.signatures.Provider;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rules by which events are sent to an account's endpoints. Every part refuses, with one line, what cannot be meant.
 *
 * @param name lower-case letters, digits and dashes
 * @param provider signature scheme and headers
 * @param envelope how a published payload becomes the body that is sent
 * @param urls which URLs an endpoint may have, before its address is judged
 * @param edits what an edit of an endpoint does to its deliveries
 */
public record SendingProfile(
        String name,
        Provider provider,
        SecretRule secrets,
        Envelope envelope,
        UrlRules urls,
        Limits limits,
        RetrySchedule retries,
        Timeouts timeouts,
        AnswerRules answers,
        SuspensionRule suspension,
        RotationRule rotation,
        EditRules edits,
        ResendRule resend,
        AlertRule alerts,
        Retention retention) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,49}");
    private static final Duration MONTH = Duration.ofDays(30);

    public SendingProfile {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a profile is named by 1 to 50 lower-case letters, digits and dashes");
        }
        requireRoomFor(rotation, provider);
    }

    /**
     * {@code rotation}, where {@code provider} can sign with two secrets at a time or never has to.
     *
     * @throws IllegalArgumentException otherwise
     */
    public static RotationRule requireRoomFor(RotationRule rotation, Provider provider) {
        if (!rotation.atOnce() && !provider.signsWithAllSecrets()) {
            throw new IllegalArgumentException(
                    "an overlap needs a signature header that holds several signatures, and this one holds one");
        }
        return rotation;
    }

    /** For one connection, TLS included; for the whole attempt, from name look-up to the last byte of the answer. */
    public record Timeouts(Duration connect, Duration total) {
        private static final Duration LONGEST = Duration.ofMinutes(2);

        public Timeouts {
            Bounds.require("the timeout", total, Duration.ofMillis(1), LONGEST);
            Bounds.require("the connect timeout", connect, Duration.ofMillis(1), LONGEST);
            if (connect.compareTo(total) > 0) {
                throw new IllegalArgumentException("the connect timeout is part of the timeout, and longer than it");
            }
        }
    }

    /**
     * What answers mean besides 2xx.
     *
     * @param goneDisables whether 410 switches the endpoint off; if not, it is a failure like any other
     * @param longestRetryAfter how much later than planned a receiver may ask the next attempt to be
     */
    public record AnswerRules(boolean goneDisables, Duration longestRetryAfter) {
        public AnswerRules {
            Bounds.require("the longest Retry-After", longestRetryAfter, Duration.ZERO, MONTH);
        }
    }

    /**
     * When an endpoint's lane rests.
     *
     * @param failuresInARow after so many attempts that failed, without one that succeeded between; 0 for never
     * @param first how long the first rest is; each that follows without a success between is twice as long
     * @param longest what a rest grows to
     */
    public record SuspensionRule(int failuresInARow, Duration first, Duration longest) {
        public SuspensionRule {
            Bounds.require("failures in a row", failuresInARow, 0, 10_000);
            Bounds.require("the first rest", first, Duration.ofSeconds(1), MONTH);
            Bounds.require("the longest rest", longest, first, MONTH);
        }
    }

    /**
     * @param form what one that is made here, or brought along, looks like
     * @param shownOnce whether only the answer that made it shows it; if not, whoever may read the endpoint sees it
     */
    public record SecretRule(SecretForm form, boolean shownOnce) {}

    /**
     * @param httpsOnly whether {@code http} is refused
     * @param ports those that may be called; empty for all
     * @param ipv4Only whether addresses of version 6 are refused
     * @param longest in characters
     */
    public record UrlRules(boolean httpsOnly, Set<Integer> ports, boolean ipv4Only, boolean queryAllowed, int longest) {
        public UrlRules {
            ports = Set.copyOf(ports);
            ports.forEach(port -> Bounds.require("a port", port, 1, 65_535));
            Bounds.require("the longest URL", longest, 20, 8_192);
        }

        /** The same rules, with http as well. */
        public UrlRules withHttp() {
            return new UrlRules(false, ports, ipv4Only, queryAllowed, longest);
        }
    }

    /**
     * @param endpoints how many an account may have
     * @param onlyActive whether those that are paused, disabled or pending are not counted
     * @param name characters of an endpoint's name
     * @param description characters of its description; 0 where it has none
     * @param headers how many headers of its own an endpoint may add
     * @param headerValue characters of the value of such a header
     */
    public record Limits(int endpoints, boolean onlyActive, int name, int description, int headers, int headerValue) {
        public Limits {
            Bounds.require("endpoints", endpoints, 1, 100_000);
            Bounds.require("the name's length", name, 1, 1_000);
            Bounds.require("the description's length", description, 0, 10_000);
            Bounds.require("headers", headers, 0, 100);
            Bounds.require("the header value's length", headerValue, 1, 8_192);
        }

        /** How many active endpoints an account may have; those that are not active are counted only with all. */
        public int active() {
            return onlyActive ? endpoints : Integer.MAX_VALUE;
        }
    }

    /**
     * How long an old secret signs beside a new one.
     *
     * @param overlap unless another is asked for
     * @param longest what may be asked for; zero where a new secret always replaces the old one at once
     */
    public record RotationRule(Duration overlap, Duration longest) {
        public static final RotationRule AT_ONCE = new RotationRule(Duration.ZERO, Duration.ZERO);

        public RotationRule {
            Bounds.require("the longest overlap", longest, Duration.ZERO, Duration.ofDays(365));
            Bounds.require("the overlap", overlap, Duration.ZERO, longest);
        }

        public boolean atOnce() {
            return longest.isZero();
        }

        /** Whether {@code asked} may be asked for; zero always may, to revoke the old secret now. */
        public boolean allows(Duration asked) {
            return !asked.isNegative() && asked.compareTo(longest) <= 0;
        }
    }

    /** What becomes of deliveries that wait, and of those that failed. */
    public enum Backlog {
        /** Waiting ones are sent to the endpoint as it is then, failed ones may be resent. */
        KEEP,
        /** Neither is ever sent again. */
        CANCEL
    }

    /**
     * @param onNewUrl of all deliveries, when the URL changes
     * @param onRemovedType of the deliveries of a type that is not wanted any more
     * @param refusedInFlight whether an edit, and a new secret, are refused while an attempt runs
     */
    public record EditRules(Backlog onNewUrl, Backlog onRemovedType, boolean refusedInFlight) {
        public EndpointEdit.Effects effects() {
            return new EndpointEdit.Effects(
                    onNewUrl == Backlog.CANCEL, onRemovedType == Backlog.CANCEL, refusedInFlight);
        }
    }

    /** How a delivery ended. */
    public enum End {
        DONE,
        CANCELLED,
        FAILED
    }

    /**
     * Which deliveries may be sent once more; one that waits is on its way already.
     *
     * @param newSchedule whether all attempts are due again, or just one is
     */
    public record ResendRule(Set<End> from, boolean newSchedule) {
        public ResendRule {
            from = Set.copyOf(from);
        }
    }

    /**
     * When an account hears of trouble with an endpoint.
     *
     * @param failuresInARow after so many attempts that failed; 0 for never
     * @param onFinalFailure also when a delivery is given up
     * @param between two notices of new trouble at the same endpoint, at least; trouble that lasts is told once
     */
    public record AlertRule(int failuresInARow, boolean onFinalFailure, Duration between) {
        public AlertRule {
            Bounds.require("failures in a row", failuresInARow, 0, 10_000);
            Bounds.require("the time between notices", between, Duration.ZERO, MONTH);
        }
    }

    /** How long deliveries are kept after they ended. Those that wait are kept as long as they do. */
    public record Retention(Duration done, Duration cancelled, Duration failed) {
        private static final Duration LONGEST = Duration.ofDays(36_500);

        public Retention {
            Bounds.require("the retention", done, Duration.ofMinutes(1), LONGEST);
            Bounds.require("the retention of cancelled deliveries", cancelled, Duration.ofMinutes(1), LONGEST);
            Bounds.require("the retention of failures", failed, Duration.ofMinutes(1), LONGEST);
        }

        public Duration of(End end) {
            return switch (end) {
                case DONE -> done;
                case CANCELLED -> cancelled;
                case FAILED -> failed;
            };
        }
    }
}
