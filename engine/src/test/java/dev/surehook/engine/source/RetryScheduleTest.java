package dev.surehook.engine.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetryScheduleTest {

    @Test
    void the_standard_one_makes_eight_attempts_over_five_and_a_half_hours() {
        RetrySchedule exact = new RetrySchedule(RetrySchedule.STANDARD.delays(), 0);
        List<Duration> delays = new ArrayList<>();
        for (int attempt = 1; exact.delayAfter(attempt, new Random(1)).isPresent(); attempt++) {
            delays.add(exact.delayAfter(attempt, new Random(1)).orElseThrow());
        }
        assertThat(delays)
                .containsExactly(
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(30),
                        Duration.ofHours(1),
                        Duration.ofHours(2),
                        Duration.ofHours(2));
        assertThat(exact.maxAttempts()).isEqualTo(8);
    }

    @Test
    void D13_jitter_spreads_a_wait_over_a_fifth_of_it() {
        Random random = new Random(7);
        List<Long> seconds = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            seconds.add(
                    RetrySchedule.STANDARD.delayAfter(4, random).orElseThrow().toSeconds());
        }
        assertThat(seconds).allSatisfy(delay -> assertThat(delay).isBetween(1_620L, 1_980L));
        assertThat(seconds.stream().mapToLong(Long::longValue).max().orElseThrow()
                        - seconds.stream().mapToLong(Long::longValue).min().orElseThrow())
                .isGreaterThan(350);
    }

    @Test
    void nonsense_is_refused_with_the_bounds() {
        assertThatThrownBy(() -> new RetrySchedule(List.of(Duration.ofSeconds(-1)), 0))
                .hasMessageContaining("between 0 s and 30 days");
        assertThatThrownBy(() -> new RetrySchedule(List.of(), 1)).hasMessageContaining("between 0 and 1");
        assertThatThrownBy(() -> new RetrySchedule(List.of(), Double.NaN)).hasMessageContaining("between 0 and 1");
    }

    @Test
    void a_lease_outlives_the_attempt_and_a_killed_worker_is_replaced_within_a_minute() {
        assertThat(new WorkRules(RetrySchedule.STANDARD, 1, Duration.ofSeconds(10), WorkRules.DEFAULT_RETENTION)
                        .lease())
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(new WorkRules(RetrySchedule.STANDARD, 1, Duration.ofSeconds(40), WorkRules.DEFAULT_RETENTION)
                        .lease())
                .isEqualTo(Duration.ofSeconds(55));
    }
}
