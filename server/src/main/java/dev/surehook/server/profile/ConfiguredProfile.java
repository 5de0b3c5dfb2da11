package dev.surehook.server.profile;

import dev.surehook.engine.profile.Envelope;
import dev.surehook.engine.profile.Profiles;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.profile.SendingProfile.AnswerRules;
import dev.surehook.engine.profile.SendingProfile.EditRules;
import dev.surehook.engine.profile.SendingProfile.Limits;
import dev.surehook.engine.profile.SendingProfile.ResendRule;
import dev.surehook.engine.profile.SendingProfile.Retention;
import dev.surehook.engine.profile.SendingProfile.RotationRule;
import dev.surehook.engine.profile.SendingProfile.SecretRule;
import dev.surehook.engine.profile.SendingProfile.SuspensionRule;
import dev.surehook.engine.profile.SendingProfile.Timeouts;
import dev.surehook.engine.profile.SendingProfile.UrlRules;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.server.settings.ProfileSettings;
import dev.surehook.server.start.BadStart;
import dev.surehook.signatures.Provider;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes a sending profile of one's own from its settings; each mistake is one line that names the key. */
final class ConfiguredProfile {
    private final String name;
    private final ProfileSettings own;
    private final SendingProfile base;

    ConfiguredProfile(String name, ProfileSettings own) {
        this.name = name;
        this.own = own;
        this.base = Profiles.byName(own.basedOn())
                .orElseThrow(() -> BadStart.usage(key("based-on") + ": there is no built-in profile \"" + own.basedOn()
                        + "\"; known are "
                        + Profiles.all().stream().map(SendingProfile::name).collect(Collectors.joining(", "))));
    }

    /** @throws BadStart with one line */
    SendingProfile profile() {
        Optional<SendingScheme> scheme =
                own.ownScheme().map(settings -> at("scheme", () -> SendingScheme.of(name, settings)));
        Provider provider = scheme.map(SendingScheme::provider).orElse(base.provider());
        RotationRule rotation = rotation(provider);
        return at(
                "",
                () -> new SendingProfile(
                        name,
                        provider,
                        new SecretRule(
                                scheme.map(SendingScheme::secrets)
                                        .orElse(base.secrets().form()),
                                or(own.secretShownOnce(), base.secrets().shownOnce())),
                        envelope(),
                        urls(),
                        limits(),
                        retries(),
                        timeouts(),
                        answers(),
                        suspension(),
                        rotation,
                        edits(),
                        resend(),
                        base.alerts(),
                        retention()));
    }

    private Envelope envelope() {
        return at("envelope", () -> ConfiguredEnvelope.of(own.envelope()).orElse(base.envelope()));
    }

    private UrlRules urls() {
        UrlRules urls = base.urls();
        return at(
                "limits.url-length",
                () -> new UrlRules(
                        own.allowHttp() == null ? urls.httpsOnly() : !own.allowHttp(),
                        urls.ports(),
                        urls.ipv4Only(),
                        urls.queryAllowed(),
                        or(own.limits().urlLength(), urls.longest())));
    }

    private Limits limits() {
        Limits limits = base.limits();
        ProfileSettings.Limits set = own.limits();
        return at(
                "limits",
                () -> new Limits(
                        or(set.endpoints(), limits.endpoints()),
                        or(set.onlyActive(), limits.onlyActive()),
                        or(set.nameLength(), limits.name()),
                        limits.description(),
                        or(set.headers(), limits.headers()),
                        or(set.headerLength(), limits.headerValue())));
    }

    private RetrySchedule retries() {
        RetrySchedule waits = at(
                "retry", () -> new RetrySchedule(or(own.retry(), base.retries().delays()), 0));
        return at(
                "jitter",
                () -> new RetrySchedule(
                        waits.delays(), or(own.jitter(), base.retries().jitter())));
    }

    private Timeouts timeouts() {
        Duration total = or(own.timeout(), base.timeouts().total());
        // Whoever shortens the whole means its part, too.
        Duration connect = or(own.connectTimeout(), shorter(base.timeouts().connect(), total));
        return at(own.timeout() == null ? "connect-timeout" : "timeout", () -> new Timeouts(connect, total));
    }

    private AnswerRules answers() {
        return at(
                "longest-retry-after",
                () -> new AnswerRules(
                        or(own.goneDisables(), base.answers().goneDisables()),
                        or(own.longestRetryAfter(), base.answers().longestRetryAfter())));
    }

    private SuspensionRule suspension() {
        SuspensionRule rule = base.suspension();
        ProfileSettings.Suspension set = own.suspension();
        return at(
                "suspension",
                () -> new SuspensionRule(
                        or(set.failures(), rule.failuresInARow()),
                        or(set.first(), rule.first()),
                        or(set.longest(), rule.longest())));
    }

    /** A signature header with room for one signature knows no overlap. */
    private RotationRule rotation(Provider provider) {
        boolean asked = isPositive(own.overlap()) || isPositive(own.longestOverlap());
        if (!provider.signsWithAllSecrets() && !asked) {
            return RotationRule.AT_ONCE;
        }
        Duration longest = or(own.longestOverlap(), base.rotation().longest());
        Duration overlap = or(own.overlap(), shorter(base.rotation().overlap(), longest));
        return at(
                own.overlap() == null ? "longest-overlap" : "overlap",
                () -> SendingProfile.requireRoomFor(new RotationRule(overlap, longest), provider));
    }

    private EditRules edits() {
        EditRules rules = base.edits();
        ProfileSettings.Edits set = own.edits();
        return new EditRules(
                or(set.newUrl(), rules.onNewUrl()),
                or(set.removedType(), rules.onRemovedType()),
                or(set.refusedInFlight(), rules.refusedInFlight()));
    }

    private ResendRule resend() {
        ResendRule rule = base.resend();
        ProfileSettings.Resend set = own.resend();
        return new ResendRule(or(set.from(), rule.from()), or(set.wholeSchedule(), rule.newSchedule()));
    }

    private Retention retention() {
        Retention rule = base.retention();
        ProfileSettings.Retention set = own.retention();
        return at(
                "retention",
                () -> new Retention(
                        or(set.done(), rule.done()),
                        or(set.cancelled(), rule.cancelled()),
                        or(set.failed(), rule.failed())));
    }

    private static <T> T or(@Nullable T set, T base) {
        return set == null ? base : set;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private static boolean isPositive(@Nullable Duration duration) {
        return duration != null && !duration.isNegative() && !duration.isZero();
    }

    private <T> T at(String key, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw BadStart.usage(key(key) + ": " + e.getMessage());
        }
    }

    private String key(String key) {
        return "surehook.profiles." + name + (key.isEmpty() ? "" : "." + key);
    }
}
