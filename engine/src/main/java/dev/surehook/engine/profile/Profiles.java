package dev.surehook.engine.profile;

import dev.surehook.engine.profile.SendingProfile.AlertRule;
import dev.surehook.engine.profile.SendingProfile.AnswerRules;
import dev.surehook.engine.profile.SendingProfile.Backlog;
import dev.surehook.engine.profile.SendingProfile.EditRules;
import dev.surehook.engine.profile.SendingProfile.End;
import dev.surehook.engine.profile.SendingProfile.Limits;
import dev.surehook.engine.profile.SendingProfile.ResendRule;
import dev.surehook.engine.profile.SendingProfile.Retention;
import dev.surehook.engine.profile.SendingProfile.RotationRule;
import dev.surehook.engine.profile.SendingProfile.SecretRule;
import dev.surehook.engine.profile.SendingProfile.SuspensionRule;
import dev.surehook.engine.profile.SendingProfile.Timeouts;
import dev.surehook.engine.profile.SendingProfile.UrlRules;
import dev.surehook.engine.secret.SecretForm;
import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.signatures.Providers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The built-in sending profiles. */
public final class Profiles {
    /**
     * Standard Webhooks: its headers and secrets, and the retry schedule that its specification recommends. What the
     * specification leaves open is ours: see the documentation.
     */
    public static final SendingProfile STANDARD = new SendingProfile(
            "standard",
            Providers.STANDARD_WEBHOOKS,
            new SecretRule(SecretForm.STANDARD, true),
            Envelope.STANDARD,
            new UrlRules(true, Set.of(), false, true, 2_048),
            new Limits(50, false, 100, 400, 20, 1_024),
            new RetrySchedule(
                    List.of(
                            Duration.ofSeconds(5),
                            Duration.ofMinutes(5),
                            Duration.ofMinutes(30),
                            Duration.ofHours(2),
                            Duration.ofHours(5),
                            Duration.ofHours(10),
                            Duration.ofHours(14),
                            Duration.ofHours(20),
                            Duration.ofHours(24)),
                    0.2),
            new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(15)),
            new AnswerRules(true, Duration.ofHours(24)),
            new SuspensionRule(10, Duration.ofMinutes(1), Duration.ofHours(1)),
            new RotationRule(Duration.ofHours(24), Duration.ofDays(7)),
            new EditRules(Backlog.KEEP, Backlog.KEEP, false),
            new ResendRule(Set.of(End.DONE, End.CANCELLED, End.FAILED), true),
            new AlertRule(10, true, Duration.ofHours(24)),
            new Retention(Duration.ofDays(90), Duration.ofDays(90), Duration.ofDays(180)));

    private static final List<SendingProfile> ALL = List.of(STANDARD);

    private Profiles() {}

    public static Optional<SendingProfile> byName(String name) {
        return ALL.stream().filter(profile -> profile.name().equals(name)).findFirst();
    }

    public static List<SendingProfile> all() {
        return ALL;
    }
}
