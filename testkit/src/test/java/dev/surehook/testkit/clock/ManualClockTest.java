package dev.surehook.testkit.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ManualClockTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void it_moves_only_when_told() {
        ManualClock clock = new ManualClock(START);
        assertThat(clock.instant()).isEqualTo(START).isEqualTo(clock.instant());

        assertThat(clock.advance(Duration.ofSeconds(3))).isEqualTo(START.plusSeconds(3));
        clock.advance(Duration.ofSeconds(-1));
        assertThat(clock.instant()).isEqualTo(START.plusSeconds(2));

        clock.set(START);
        assertThat(clock.instant()).isEqualTo(START);
    }
}
