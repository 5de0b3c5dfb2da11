package dev.surehook.engine.delivery;

import java.time.Duration;
import java.time.Instant;
import org.apache.hc.client5.http.utils.DateUtils;
import org.jspecify.annotations.Nullable;

/** The {@code Retry-After} header of RFC 9110, 10.2.3: whole seconds, or a date. */
final class RetryAfter {
    private static final int MOST_DIGITS = 9;

    private RetryAfter() {}

    /** How long the endpoint wants to be left alone; zero for garbage, a past date or no header. */
    static Duration parse(@Nullable String value, Instant now) {
        if (value == null) {
            return Duration.ZERO;
        }
        String text = value.strip();
        if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Duration.ofSeconds(text.length() > MOST_DIGITS ? 999_999_999 : Long.parseLong(text));
        }
        Instant date = DateUtils.parseStandardDate(text);
        return date == null || date.isBefore(now) ? Duration.ZERO : Duration.between(now, date);
    }
}
