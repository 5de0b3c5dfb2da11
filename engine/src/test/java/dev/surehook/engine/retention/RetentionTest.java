package dev.surehook.engine.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetentionTest {
    @Test
    void rests_many_times_as_long_as_a_step_took_until_it_falls_behind() {
        Duration step = Duration.ofMillis(10);
        assertThat(Retention.pause(step, Duration.ofMinutes(29))).isEqualTo(Duration.ofMillis(90));
        assertThat(Retention.pause(step, Duration.ofMinutes(30))).isEqualTo(Duration.ofMillis(20));
        assertThat(Retention.pause(Duration.ofMillis(50), Duration.ofHours(2))).isEqualTo(Duration.ofMillis(50));
    }

    @Test
    void rests_a_little_after_the_quickest_step() {
        assertThat(Retention.pause(Duration.ofNanos(1), Duration.ZERO)).isEqualTo(Duration.ofMillis(20));
    }
}
