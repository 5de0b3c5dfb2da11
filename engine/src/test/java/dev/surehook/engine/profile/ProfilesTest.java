package dev.surehook.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.surehook.engine.profile.SendingProfile.AnswerRules;
import dev.surehook.engine.profile.SendingProfile.End;
import dev.surehook.engine.profile.SendingProfile.Limits;
import dev.surehook.engine.profile.SendingProfile.Retention;
import dev.surehook.engine.profile.SendingProfile.RotationRule;
import dev.surehook.engine.profile.SendingProfile.SuspensionRule;
import dev.surehook.engine.profile.SendingProfile.Timeouts;
import dev.surehook.engine.profile.SendingProfile.UrlRules;
import dev.surehook.signatures.Providers;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProfilesTest {

    @Test
    void the_standard_profile_is_what_the_documentation_says() {
        SendingProfile standard = Profiles.byName("standard").orElseThrow();

        assertThat(standard.provider()).isEqualTo(Providers.STANDARD_WEBHOOKS);
        assertThat(standard.retries().delays().stream().map(Bounds::text))
                .containsExactly("5 s", "5 min", "30 min", "2 h", "5 h", "10 h", "14 h", "20 h", "1 d");
        assertThat(standard.retries().jitter()).isEqualTo(0.2);
        assertThat(standard.timeouts()).isEqualTo(new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(15)));
        assertThat(standard.answers()).isEqualTo(new AnswerRules(true, Duration.ofHours(24)));
        assertThat(standard.suspension()).isEqualTo(new SuspensionRule(10, Duration.ofMinutes(1), Duration.ofHours(1)));
        assertThat(standard.rotation()).isEqualTo(new RotationRule(Duration.ofHours(24), Duration.ofDays(7)));
        assertThat(standard.urls()).isEqualTo(new UrlRules(true, Set.of(), false, true, 2_048));
        assertThat(standard.limits()).isEqualTo(new Limits(50, false, 100, 400, 20, 1_024));
        assertThat(standard.retention().of(End.DONE)).isEqualTo(Duration.ofDays(90));
        assertThat(standard.retention().of(End.CANCELLED)).isEqualTo(Duration.ofDays(90));
        assertThat(standard.retention().of(End.FAILED)).isEqualTo(Duration.ofDays(180));
        assertThat(standard.secrets().shownOnce()).isTrue();
    }

    @Test
    void an_overlap_needs_a_header_that_holds_several_signatures() {
        RotationRule overlap = Profiles.STANDARD.rotation();

        assertThat(Changed.with(Providers.YCLOUD, overlap).rotation()).isEqualTo(overlap);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Changed.with(Providers.WORDPANE, overlap))
                .withMessageContaining("several signatures");
        assertThatIllegalArgumentException().isThrownBy(() -> Changed.with(Providers.GITHUB, overlap));
        assertThat(Changed.with(Providers.WORDPANE, RotationRule.AT_ONCE)
                        .rotation()
                        .atOnce())
                .isTrue();
    }

    @Test
    void an_overlap_may_be_asked_for_up_to_the_longest_and_revoking_now_always() {
        RotationRule rule = Profiles.STANDARD.rotation();

        assertThat(rule.allows(Duration.ZERO)).isTrue();
        assertThat(rule.allows(Duration.ofDays(7))).isTrue();
        assertThat(rule.allows(Duration.ofDays(7).plusMillis(1))).isFalse();
        assertThat(rule.allows(Duration.ofMillis(-1))).isFalse();
        assertThat(RotationRule.AT_ONCE.allows(Duration.ZERO)).isTrue();
        assertThat(RotationRule.AT_ONCE.allows(Duration.ofMillis(1))).isFalse();
    }

    @Test
    void endpoints_are_counted_all_or_only_the_active_ones() {
        Limits all = new Limits(10, false, 100, 0, 0, 1);
        Limits active = new Limits(10, true, 100, 0, 0, 1);

        assertThat(all.active()).isEqualTo(Integer.MAX_VALUE);
        assertThat(active.active()).isEqualTo(10);
    }

    @Test
    void what_cannot_be_meant_is_refused_in_one_line_that_says_what_there_may_be() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Timeouts(Duration.ofSeconds(5), Duration.ZERO))
                .withMessage("the timeout: from 1 ms to 2 min, not 0 s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Timeouts(Duration.ofSeconds(6), Duration.ofSeconds(5)))
                .withMessageContaining("part of the timeout");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SuspensionRule(1, Duration.ofHours(2), Duration.ofHours(1)))
                .withMessage("the longest rest: from 2 h to 30 d, not 1 h");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RotationRule(Duration.ofDays(8), Duration.ofDays(7)))
                .withMessage("the overlap: from 0 s to 7 d, not 8 d");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Limits(0, false, 1, 1, 1, 1))
                .withMessage("endpoints: from 1 to 100000, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UrlRules(true, Set.of(0), false, true, 100))
                .withMessageContaining("a port");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Retention(Duration.ZERO, Duration.ofDays(1), Duration.ofDays(1)))
                .withMessageContaining("the retention:");
    }
}
