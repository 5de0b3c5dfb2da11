package dev.surehook.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RationedLinesTest {
    private final AtomicLong now = new AtomicLong();
    private final List<String> lines = new ArrayList<>();
    private final RationedLines rationed = new RationedLines(Duration.ofSeconds(10), now::get, lines::add);

    private void line(String kind) {
        rationed.line(kind, () -> kind);
    }

    @Test
    void a_flood_is_one_line_in_ten_seconds_and_a_count() {
        for (int i = 0; i < 100; i++) {
            line("rejected");
        }
        now.addAndGet(Duration.ofSeconds(10).toNanos());
        line("rejected");

        assertThat(lines).containsExactly("rejected", "rejected (and 99 more since the last such line)");
    }

    @Test
    void kinds_do_not_hold_each_other_back() {
        line("stale");
        line("mismatch");

        assertThat(lines).containsExactly("stale", "mismatch");
    }
}
