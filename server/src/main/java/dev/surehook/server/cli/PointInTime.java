package dev.surehook.server.cli;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option that takes a time, or how long ago it was: {@code 90s}, {@code 30m}, {@code 1h}, {@code 7d}. */
final class PointInTime implements ITypeConverter<Instant> {
    private static final Pattern AGO = Pattern.compile("([0-9]{1,6})([smhd])");
    private static final Map<String, Duration> UNITS = Map.of(
            "s", Duration.ofSeconds(1), "m", Duration.ofMinutes(1), "h", Duration.ofHours(1), "d", Duration.ofDays(1));

    private final Clock clock;

    PointInTime() {
        this(Clock.systemUTC());
    }

    PointInTime(Clock clock) {
        this.clock = clock;
    }

    @Override
    public Instant convert(String text) {
        Matcher ago = AGO.matcher(text.strip());
        if (ago.matches()) {
            Duration unit = UNITS.getOrDefault(ago.group(2), Duration.ZERO);
            return clock.instant().minus(unit.multipliedBy(Long.parseLong(ago.group(1))));
        }
        try {
            return Instant.parse(text.strip());
        } catch (DateTimeException neither) {
            throw new TypeConversionException(
                    "a time such as 2026-11-30T12:00:00Z is needed, or how long ago, such as 30m, 1h or 7d");
        }
    }
}
