package dev.surehook.engine.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.profile.Profiles;
import dev.surehook.engine.profile.SendingProfile;
import dev.surehook.engine.profile.SendingProfile.End;
import dev.surehook.engine.profile.SendingProfile.ResendRule;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResendWishTest {
    private static SendingProfile with(ResendRule rule) {
        SendingProfile base = Profiles.STANDARD;
        return new SendingProfile(
                base.name(),
                base.provider(),
                base.secrets(),
                base.envelope(),
                base.urls(),
                base.limits(),
                base.retries(),
                base.timeouts(),
                base.answers(),
                base.suspension(),
                base.rotation(),
                base.edits(),
                rule,
                base.alerts(),
                base.retention());
    }

    @Test
    void the_profile_says_which_ends_are_resent_and_what_was_never_tried_always_may_be() {
        ResendWish all = ResendWish.recovering(Optional.empty(), Instant.EPOCH);

        assertThat(all.under(with(new ResendRule(Set.of(End.FAILED), true))).states())
                .containsExactlyInAnyOrder(DeliveryState.FAILED, DeliveryState.NOT_SENT);
        assertThat(all.under(with(new ResendRule(Set.of(), true))).states()).containsExactly(DeliveryState.NOT_SENT);
        assertThat(all.under(Profiles.STANDARD).states()).isEqualTo(all.states());
    }

    @Test
    void D18_the_profile_says_whether_the_schedule_begins_anew() {
        ResendWish all = ResendWish.recovering(Optional.empty(), Instant.EPOCH);

        assertThat(all.under(with(new ResendRule(Set.of(), true))).used()).isZero();
        assertThat(all.under(with(new ResendRule(Set.of(), false))).used())
                .isEqualTo(Profiles.STANDARD.retries().delays().size());
    }
}
