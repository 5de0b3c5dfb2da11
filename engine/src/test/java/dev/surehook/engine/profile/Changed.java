package dev.surehook.engine.profile;

import dev.surehook.engine.profile.SendingProfile.RotationRule;
import dev.surehook.signatures.Provider;

/** The standard profile with one part changed. */
final class Changed {
    private Changed() {}

    /** Without overlap, which not every provider can sign. */
    static SendingProfile provider(Provider provider) {
        return with(provider, RotationRule.AT_ONCE);
    }

    static SendingProfile with(Provider provider, RotationRule rotation) {
        SendingProfile base = Profiles.STANDARD;
        return new SendingProfile(
                "changed",
                provider,
                base.secrets(),
                base.envelope(),
                base.urls(),
                base.limits(),
                base.retries(),
                base.timeouts(),
                base.answers(),
                base.suspension(),
                rotation,
                base.edits(),
                base.resend(),
                base.alerts(),
                base.retention());
    }
}
