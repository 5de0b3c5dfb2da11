package dev.surehook.signatures;

import dev.surehook.signatures.Verification.Reason;
import dev.surehook.signatures.Verification.Rejected;
import dev.surehook.signatures.Verification.Verified;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and judges the timestamps of one scheme. */
final class SchemeClock {
    /** Nanoseconds since 1970 have 19; longer digits count nothing. */
    private static final int MOST_DIGITS = 19;

    private final @Nullable TimestampUnit unit;
    private final @Nullable String header;
    /** In whole units. */
    private final long tolerance;

    SchemeClock(TimestampRule rule, Duration tolerance) {
        this.unit = rule.fold(() -> null, TimestampRule.InHeader::unit, TimestampRule.InList::unit);
        this.header = rule.fold(() -> null, TimestampRule.InHeader::header, inList -> null);
        this.tolerance = unit == null ? 0 : unit.units(tolerance);
    }

    /** Every timestamp text of the request. */
    List<String> texts(Headers headers, FoundSignatures found) {
        return header == null
                ? found.timestamps()
                : headers.values(header).stream().map(SchemeClock::trim).toList();
    }

    /** What is wrong with the form of the timestamp, or null. */
    @Nullable
    Rejected formProblem(List<String> texts) {
        if (unit == null) {
            return null;
        }
        if (texts.isEmpty() || texts.get(0).isEmpty()) {
            return new Rejected(Reason.TIMESTAMP_MISSING, "the request carries no timestamp");
        }
        if (texts.size() > 1) {
            return new Rejected(Reason.TIMESTAMP_MALFORMED, "the request carries more than one timestamp");
        }
        if (!isNumber(texts.get(0))) {
            return new Rejected(Reason.TIMESTAMP_MALFORMED, "the timestamp is not a number of seconds or milliseconds");
        }
        return null;
    }

    /** Judges a timestamp of right form whose signature is right. */
    Verification judge(int secretIndex, List<String> texts, Instant now) {
        if (unit == null) {
            return new Verified(secretIndex, Optional.empty());
        }
        String text = texts.get(0);
        if (!unit.allowsDigits(text.length())) {
            return new Rejected(
                    Reason.TIMESTAMP_UNIT,
                    "the signature is right, but a timestamp of " + text.length() + " digits does not count "
                            + unit.name().toLowerCase(Locale.ROOT) + "; check the source's timestamp unit");
        }
        long count = Long.parseLong(text);
        long age = unit.unitsSince(count, now);
        if (age > tolerance) {
            return new Rejected(
                    Reason.TIMESTAMP_STALE,
                    "signed " + seconds(unit.duration(age)) + " ago, the tolerance is "
                            + seconds(unit.duration(tolerance)));
        }
        if (-age > tolerance) {
            return new Rejected(
                    Reason.TIMESTAMP_FUTURE,
                    "signed " + seconds(unit.duration(-age)) + " ahead of our clock, the tolerance is "
                            + seconds(unit.duration(tolerance)));
        }
        return new Verified(secretIndex, Optional.of(unit.instant(count)));
    }

    private static String seconds(Duration duration) {
        long whole = duration.getSeconds();
        return duration.getNano() == 0 ? whole + " s" : duration.toMillis() / 1_000.0 + " s";
    }

    private static boolean isNumber(String text) {
        if (text.length() > MOST_DIGITS) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    static String trim(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && (text.charAt(from) == ' ' || text.charAt(from) == '\t')) {
            from++;
        }
        while (to > from && (text.charAt(to - 1) == ' ' || text.charAt(to - 1) == '\t')) {
            to--;
        }
        return text.substring(from, to);
    }
}
