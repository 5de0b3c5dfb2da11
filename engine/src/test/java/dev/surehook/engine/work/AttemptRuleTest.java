package dev.surehook.engine.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.surehook.engine.source.RetrySchedule;
import dev.surehook.engine.work.EventHandler.Failed;
import dev.surehook.engine.work.EventHandler.NotBegun;
import dev.surehook.engine.work.EventHandler.NotHere;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptRuleTest {
    private static final RetrySchedule RETRIES = new RetrySchedule(List.of(Duration.ofSeconds(10)), 0);

    @Test
    void what_this_node_does_not_know_is_left_to_the_others_without_being_counted() {
        assertThat(notHere(Duration.ZERO)).isEqualTo(new Finish.Retry(Duration.ofSeconds(1), 0));
        assertThat(notHere(Duration.ofSeconds(80))).isEqualTo(new Finish.Retry(Duration.ofSeconds(10), 0));
        assertThat(notHere(Duration.ofMinutes(56))).isEqualTo(new Finish.Retry(Duration.ofMinutes(7), 0));
    }

    @Test
    void what_nobody_took_within_an_hour_goes_by_the_schedule_and_is_parked() {
        Duration hour = Duration.ofHours(1);
        assertThat(AttemptRule.next(new NotHere("no handler"), hour, 1, RETRIES))
                .isEqualTo(new Finish.Retry(Duration.ofSeconds(10)));
        assertThat(AttemptRule.next(new NotHere("no handler"), hour, 2, RETRIES))
                .isEqualTo(new Finish.Park("gave up after 2 attempts; the last one: no handler"));
    }

    @Test
    void what_found_no_room_comes_again_soon_without_being_counted() {
        assertThat(AttemptRule.next(new NotBegun("no connection"), Duration.ofDays(2), 2, RETRIES))
                .isEqualTo(new Finish.Retry(Duration.ofSeconds(1), 0));
    }

    @Test
    void a_failure_is_counted_whatever_the_age() {
        assertThat(AttemptRule.next(new Failed("HTTP 500"), Duration.ZERO, 1, RETRIES))
                .isEqualTo(new Finish.Retry(Duration.ofSeconds(10), 1));
    }

    private static Finish.Next notHere(Duration age) {
        return AttemptRule.next(new NotHere("no handler"), age, 7, RETRIES);
    }
}
