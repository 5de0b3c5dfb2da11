package dev.surehook.engine.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "120, 120",
        "' 120 ', 120",
        "0, 0",
        "000007, 7",
        "1000000000, 999999999",
        "'Mon, 30 Nov 2026 12:02:00 GMT', 120",
        "'Monday, 30-Nov-26 12:02:00 GMT', 120",
        "'Mon, 30 Nov 2026 11:59:59 GMT', 0",
        "'Mon, 99 Nov 2026 12:02:00 GMT', 0",
        "-1, 0",
        "+1, 0",
        "1e3, 0",
        "\u0663, 0",
        "'', 0",
        "'120, 240', 0"
    })
    void seconds_and_dates_are_read_and_garbage_is_no_wish(String header, long seconds) {
        assertThat(RetryAfter.parse(header, NOW)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void no_header_is_no_wish() {
        assertThat(RetryAfter.parse(null, NOW)).isZero();
    }
}
